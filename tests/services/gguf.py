# SPDX-License-Identifier: MIT
"""Writes a BERT encoder (config.json, vocab.txt, model.safetensors in F32) as
the GGUF file that llama.cpp reads.  Standard library only.

gguf.py MODELDIR OUT
"""
import json
import os
import struct
import sys

U32, F32, I32, STRING, ARRAY = 4, 6, 5, 8, 9
ALIGN = 32
TOKEN_NORMAL, TOKEN_CONTROL = 1, 3

TOP = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.LayerNorm": "token_embd_norm",
}
LAYER = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}


def text(s):
    b = s.encode("utf-8")
    return struct.pack("<Q", len(b)) + b


def entry(key, kind, value):
    form = {U32: "<I", F32: "<f"}
    body = text(value) if kind == STRING else struct.pack(form[kind], value)
    return text(key) + struct.pack("<I", kind) + body


def entries(key, kind, values):
    if kind == STRING:
        body = b"".join(map(text, values))
    else:
        body = struct.pack("<%di" % len(values), *values)
    return text(key) + struct.pack("<IIQ", ARRAY, kind, len(values)) + body


def gguf_name(name):
    """The name that llama.cpp has for a tensor, None for one it lacks."""
    stem, _, part = name.rpartition(".")
    if stem in TOP:
        return TOP[stem] + "." + part
    if stem.startswith("encoder.layer."):
        number, _, rest = stem[len("encoder.layer."):].partition(".")
        if rest in LAYER:
            return "blk.%s.%s.%s" % (number, LAYER[rest], part)
    return None


def gguf_token(word):
    """BERT marks what continues a word, llama.cpp what begins one."""
    if word.startswith("[") and word.endswith("]") and len(word) > 2:
        return word, TOKEN_CONTROL
    if word.startswith("##"):
        return word[2:], TOKEN_NORMAL
    return "\u2581" + word, TOKEN_NORMAL


def describe(config, words):
    tokens = [gguf_token(w) for w in words]
    meta = [
        entry("general.architecture", STRING, "bert"),
        entry("general.name", STRING, "all-MiniLM-L6-v2"),
        entry("bert.block_count", U32, config["num_hidden_layers"]),
        entry("bert.context_length", U32, config["max_position_embeddings"]),
        entry("bert.embedding_length", U32, config["hidden_size"]),
        entry("bert.feed_forward_length", U32, config["intermediate_size"]),
        entry("bert.attention.head_count", U32,
              config["num_attention_heads"]),
        text("bert.attention.causal") + struct.pack("<I?", 7, False),
        entry("bert.attention.layer_norm_epsilon", F32,
              config["layer_norm_eps"]),
        entry("bert.pooling_type", U32, 1),
        entry("tokenizer.ggml.model", STRING, "bert"),
        entry("tokenizer.ggml.token_type_count", U32,
              config["type_vocab_size"]),
        entries("tokenizer.ggml.tokens", STRING, [t for t, _ in tokens]),
        entries("tokenizer.ggml.token_type", I32, [k for _, k in tokens]),
    ]
    # llama.cpp writes one of them so.
    for name, word in (("unknown", "[UNK]"), ("seperator", "[SEP]"),
                       ("padding", "[PAD]"), ("cls", "[CLS]"),
                       ("mask", "[MASK]")):
        meta.append(entry("tokenizer.ggml.%s_token_id" % name, U32,
                          words.index(word)))
    return meta


def main(source, out):
    with open(os.path.join(source, "config.json"), encoding="utf-8") as f:
        config = json.load(f)
    with open(os.path.join(source, "vocab.txt"), encoding="utf-8") as f:
        words = f.read().rstrip("\n").split("\n")
    with open(os.path.join(source, "model.safetensors"), "rb") as f:
        head_size, = struct.unpack("<Q", f.read(8))
        index = json.loads(f.read(head_size))
        weights = f.read()
    index.pop("__metadata__", None)
    infos, blobs, offset = [], [], 0
    for name, tensor in index.items():
        new = gguf_name(name)
        if not new:
            continue
        if tensor["dtype"] != "F32":
            sys.exit("%s is %s, not F32" % (name, tensor["dtype"]))
        shape = tensor["shape"][::-1]
        begin, end = tensor["data_offsets"]
        blob = weights[begin:end] + b"\0" * (-(end - begin) % ALIGN)
        infos.append(text(new) + struct.pack(
            "<I%dQIQ" % len(shape), len(shape), *shape, 0, offset))
        blobs.append(blob)
        offset += len(blob)
    meta = describe(config, words)
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(infos), len(meta))
    head += b"".join(meta) + b"".join(infos)
    with open(out, "wb") as f:
        f.write(head + b"\0" * (-len(head) % ALIGN))
        f.writelines(blobs)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
