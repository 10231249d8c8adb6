#!/bin/sh
# Granary with the Node that came along, from any folder.
program=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$program/bin/node" "$program/src/start.mjs" "$@"
