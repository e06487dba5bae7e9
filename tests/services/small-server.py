# SPDX-License-Identifier: MIT
"""Runs llama.cpp's server on one model until PID ends.

small-server.py llm|embed MODEL CONTEXT PID URLFILE
small-server.py wait URLFILE SERVERPID SECONDS     until the server is healthy
"""
import os
import signal
import sys
import threading
import time
import urllib.request


def alive(pid):
    return os.path.exists("/proc/%d" % pid)


def watch(pid):
    while alive(pid):
        time.sleep(0.5)
    os._exit(0)


def wait(url_file, pid, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end and alive(pid):
        try:
            with open(url_file, encoding="ascii") as f:
                health = f.read().strip().rsplit("/", 1)[0] + "/health"
            with urllib.request.urlopen(health, timeout=2):
                return 0
        except (OSError, ValueError):
            time.sleep(0.1)
    return 1


def serve(kind, model, context, parent, url_file):
    import xllamacpp

    stop = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop)
    p = xllamacpp.CommonParams()
    p.model.path, p.port, p.n_ctx, p.n_parallel = model, 0, context, 1
    # With two threads each step waits for the slower one; beside a compiler
    # that is ten times slower than one thread.
    p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
    if kind == "llm":
        p.model_alias = {"smollm2"}
        p.n_predict, p.sampling.temp, p.sampling.seed = 512, 0.0, 1
    else:
        p.model_alias = {"minilm"}
        p.embedding, p.n_batch, p.n_ubatch = True, context, context
        p.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(p)
    address = server.listening_address
    if "://" not in address:
        address = "http://" + address
    with open(url_file + ".new", "w", encoding="ascii") as f:
        f.write(address.rstrip("/") + "/v1\n")
    os.replace(url_file + ".new", url_file)
    threading.Thread(target=watch, args=(parent,), daemon=True).start()
    signal.sigwait(stop)
    os._exit(0)


if __name__ == "__main__":
    if sys.argv[1] == "wait":
        sys.exit(wait(sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
    serve(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]),
          sys.argv[5])
