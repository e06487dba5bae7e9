#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes configure from a fresh checkout.
set -e
cd "$(dirname "$0")"
mkdir -p m4
build-aux/gen-lists.sh
autoreconf -fi
# automake brings these when the first source or test of a kind appears; it
# may do so later from a plain make, which cannot fetch them.
lib=$(automake --print-libdir)
for f in compile depcomp test-driver; do
	[ -f "build-aux/$f" ] || cp "$lib/$f" "build-aux/$f"
done
