#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# fetch.sh KERNEL - puts Debian's newest kernel of that version into ${BUILD}/vm/KERNEL/vmlinuz, and
# the name of its package beside it. When they are there, nothing is downloaded.
#
# apt does it, from the mirror that the machine itself uses, with a configuration of its own, so that
# the machine's package lists stay as they are; apt checks signatures and checksums. The exit status
# is 3 when the package is out of reach, 1 when something else is wrong; the last line says why.
set -eu
cd "$(dirname "$0")/../.."
kernel=$1
dir=${BUILD:-build}/vm/$kernel

# give_up STATUS REASON
give_up()
{
	if [ -s "$dir/apt.log" ]; then
		cat "$dir/apt.log"
	fi
	echo "$2"
	exit "$1"
}

[ ! -s "$dir/vmlinuz" ] || exit 0
while read -r version suite prefix; do
	[ "$version" != "$kernel" ] || break
done < tests/vm/kernels
[ "$version" = "$kernel" ] || give_up 1 "tests/vm/kernels does not have $kernel"
command -v apt-get > /dev/null || give_up 3 "no package: this machine has no apt"

mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial"
dir=$(realpath "$dir")
rm -f "$dir/apt.log"
# shellcheck disable=SC2016 # apt's own variable
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 '/debian/*$') ||
	give_up 3 "no package: apt's sources name no mirror of Debian"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e $keys ] || keys=
echo "deb ${keys:+[signed-by=$keys]} $mirror $suite main" > "$dir/apt/sources.list"
cat > "$dir/apt/apt.conf" <<- END
	Dir::Etc::sourcelist "$dir/apt/sources.list";
	Dir::Etc::sourceparts "-";
	Dir::Etc::preferences "-";
	Dir::Etc::preferencesparts "-";
	Dir::State::lists "$dir/apt/lists";
	Dir::State::status "/dev/null";
	Dir::Cache "$dir/apt/cache";
	APT::Architecture "amd64";
	APT::Sandbox::User "root";
	Acquire::Languages "none";
	Acquire::Retries "2";
	Acquire::http::Timeout "30";
END

apt-get -c "$dir/apt/apt.conf" -q --error-on=any update > "$dir/apt.log" 2>&1 ||
	give_up 3 "no package: apt cannot read the package list of $suite"
# Neither the -cloud and -rt kinds nor the debug symbols.
package=$(apt-cache -c "$dir/apt/apt.conf" pkgnames "$prefix-$kernel." |
	grep '[0-9]-amd64$' | sort -V | tail -n 1)
[ -n "$package" ] || give_up 3 "no package: $suite has no $prefix-$kernel"
(cd "$dir" && apt-get -c apt/apt.conf -q download "$package") > "$dir/apt.log" 2>&1 ||
	give_up 1 "$package cannot be downloaded"

mkdir -p "$dir/unpacked"
dpkg-deb --fsys-tarfile "$dir/$package"_*.deb |
	tar -x -C "$dir/unpacked" --wildcards --no-anchored 'vmlinuz*'
basename "$dir/$package"_*.deb .deb > "$dir/package"
find "$dir/unpacked" -name 'vmlinuz*' -type f -exec mv {} "$dir/vmlinuz" \;
rm -rf "$dir/apt" "$dir/apt.log" "$dir/unpacked" "$dir/$package"_*.deb
[ -s "$dir/vmlinuz" ] || give_up 1 "$package holds no kernel image"
