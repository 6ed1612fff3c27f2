#!/usr/bin/env bash
# Boots the rig's machine for one command; `hil/boot.sh --help` teaches it. Prepares the rig first where it is missing,
# unless AFTERGLOW_HIL_READY=1 says that this has just been done.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
AFTERGLOW_HIL_CACHE=${AFTERGLOW_HIL_CACHE:-$(dirname "$here")/.build/hil}
export AFTERGLOW_HIL_CACHE
case " $* " in *" --help "* | *" -h "*) ;; *) [ "${AFTERGLOW_HIL_READY:-}" = 1 ] || "$here/setup.sh" ;; esac
exec /usr/bin/python3 "$here/host/boot.py" "$@"
