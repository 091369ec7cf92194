#!/bin/sh
# Installs Hubbub from its archive, or removes what it installed.
set -eu

usage() {
    echo "Usage: ./install.sh [--prefix FOLDER] [--remove]"
    echo "Without a prefix: /usr/local for the administrator, ~/.local for everybody else."
}

if [ "$(id -u)" = 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
action=install
while [ $# -gt 0 ]; do
    case $1 in
        --prefix) prefix=${2:?"--prefix needs a folder"}; shift 2 ;;
        --remove) action=remove; shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
done
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
list=$prefix/lib/hubbub/installed-files

remove() {
    if [ ! -f "$list" ]; then
        echo "Hubbub is not installed in $prefix."
        return
    fi
    while IFS= read -r name; do rm -f -- "$prefix/$name"; done < "$list"
    # Only its own folder goes; what others put there keeps it.
    find "$prefix/lib/hubbub" -depth -type d -exec rmdir -- {} \; 2>/dev/null || true
    rm -f -- "$list"
    rmdir -- "$prefix/lib/hubbub" 2>/dev/null || true
}

refresh() {
    for command in \
        "update-desktop-database $prefix/share/applications" \
        "update-mime-database $prefix/share/mime" \
        "gtk-update-icon-cache -qtf $prefix/share/icons/hicolor"; do
        command -v "${command%% *}" > /dev/null && $command > /dev/null 2>&1 || true
    done
}

if [ "$action" = remove ]; then
    remove
    refresh
    echo "Hubbub is removed. Your conversations stay in ~/.local/share/hubbub."
    exit 0
fi
[ ! -f "$list" ] || remove
mkdir -p "$prefix/lib/hubbub"
# Written first, so that an installation that was interrupted can be removed.
(cd "$here/usr" && find . ! -type d) | sed 's|^\./||' | sort > "$list"
(cd "$here/usr" && tar -cf - .) | (cd "$prefix" && tar -xf - --no-same-owner)
refresh
echo "Hubbub is installed in $prefix."
case :$PATH: in *":$prefix/bin:"*) ;; *) echo "Start it with: $prefix/bin/hubbub" ;; esac
