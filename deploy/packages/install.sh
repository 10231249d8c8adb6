#!/bin/sh
# Installs Granary from this folder as a service of systemd, or brings an installed one to this version. Run it as root.
#
#   ./install.sh            to /opt/granary, settings in /etc/granary, books in /var/lib/granary
#   ./install.sh --remove   takes the program away; settings, books and backups stay
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${DESTDIR:-}
program=/opt/granary

if [ "$(uname -s)" != Linux ]; then
  echo 'This is for Linux. Here, start bin/granary serve from this folder.' >&2
  exit 1
fi
if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
  echo 'Run it as root: sudo ./install.sh' >&2
  exit 1
fi

if [ "${1:-}" = --remove ]; then
  . "$here/service/leaving.sh"
  rm -rf "$root$program" "$root/usr/local/sbin/granary"
  rm -f "$root"/etc/systemd/system/granary.service "$root"/etc/systemd/system/granary-backup.service "$root"/etc/systemd/system/granary-backup.timer
  echo 'Granary is removed. /etc/granary, /var/lib/granary and /var/backups/granary are left as they were.'
  exit
fi

mkdir -p "$root/opt" "$root/etc/granary" "$root/etc/systemd/system" "$root/usr/local/sbin"
# The new version is whole before the old one goes.
rm -rf "$root$program.new"
cp -R "$here" "$root$program.new"
rm -rf "$root$program.old"
[ ! -e "$root$program" ] || mv "$root$program" "$root$program.old"
mv "$root$program.new" "$root$program"
rm -rf "$root$program.old"
[ -e "$root/etc/granary/granary.env" ] || cp "$here/service/granary.env" "$root/etc/granary/granary.env"
chmod 600 "$root/etc/granary/granary.env"
cp "$here"/service/granary*.service "$here"/service/granary*.timer "$root/etc/systemd/system/"
cp "$here/service/granary" "$root/usr/local/sbin/granary"
chmod 755 "$root/usr/local/sbin/granary"
[ -n "$root" ] || . "$here/service/installed.sh"
