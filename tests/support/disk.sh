# SPDX-License-Identifier: MIT
# A small disk that fills up: a tmpfs where one can be mounted, else a library
# that counts what the program writes (tests/preload/full-disk.c).
#
#   disk_counted       $work/disk is of the second kind
#   disk_small SIZE    of the first kind if it can be, unless DISK is "counted"
#   disk_leave PAGES   so many pages of 4 KiB are left of it
#   disk_room          there is room again
disk=$work/disk
disk_lib=$BUILDDIR/tests/preload/full-disk.so

disk_counted() {
	disk_kind=counted
	mkdir "$disk"
	if [ ! -e "$disk_lib" ]; then
		echo "$disk_lib is missing"
		exit 99
	fi
	# (some kernels and C libraries load nothing before others)
	[ "$(disk_leave 0
	dd if=/dev/zero of="$disk/probe" bs=1 count=1 2>/dev/null
	stat -c %s "$disk/probe")" = 0 ] ||
		{ echo "LD_PRELOAD does nothing here"; exit 77; }
	rm "$disk/probe"
}

disk_small() {
	disk_kind=tmpfs
	mkdir "$disk"
	if [ "${DISK:-}" != counted ] &&
		mount -t tmpfs -o "size=$1,mode=700" tmpfs "$disk" 2>/dev/null
	then
		trap 'cd /; umount "$disk"; chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
	else
		rmdir "$disk"
		disk_counted
	fi
}

disk_leave() {
	if [ $disk_kind = counted ]; then
		export LD_PRELOAD=$disk_lib FULL_DISK_DIR=$disk \
			FULL_DISK_PAGES=$1 \
			ASAN_OPTIONS=${ASAN_OPTIONS:-}:verify_asan_link_order=0
		return
	fi
	dd if=/dev/zero of="$disk/fill" bs=4k 2>/dev/null
	truncate -s $(($(stat -c %s "$disk/fill") - $1 * 4096)) "$disk/fill"
}

disk_room() {
	unset LD_PRELOAD FULL_DISK_DIR FULL_DISK_PAGES
	rm -f "$disk/fill"
}
