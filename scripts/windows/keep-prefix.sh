#!/bin/sh
# Keeps count of who uses a Wine prefix, and ends its server with the last one. Runs as long as its standard input is
# open, so the end of whoever started it, however it went, is the end of the use:
#   keep-prefix.sh LOCK_FILE OUTPUT_DIRECTORY
# WINEPREFIX names the prefix. OUTPUT_DIRECTORY is deleted at the end.
lock=$1
output=$2

flock --shared "$lock" sh -c 'echo ready; cat > /dev/null'
flock --exclusive --nonblock "$lock" sh -c '
  /usr/lib/wine/wineserver64 -k
  /usr/lib/wine/wineserver64 -w
' 2> /dev/null
rm -rf "$output"
