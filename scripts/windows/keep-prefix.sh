#!/bin/sh
# Keeps count of who uses a Wine prefix, and ends its server with the last one. Runs as long as its standard input is
# open, so the end of whoever started it, however it went, is the end of the use:
#   keep-prefix.sh OUTPUT_DIRECTORY [temporary]
# WINEPREFIX names the prefix. OUTPUT_DIRECTORY is deleted at the end, and a temporary prefix with its last user.
output=$1
temporary=$2
lock=$WINEPREFIX.lock

flock --shared "$lock" sh -c 'echo ready; cat > /dev/null'
flock --exclusive --nonblock "$lock" sh -c '
  /usr/lib/wine/wineserver64 -k
  /usr/lib/wine/wineserver64 -w
  if [ "$2" = temporary ]; then rm -rf "$WINEPREFIX" "$1"; fi
' sh "$lock" "$temporary" 2> /dev/null
rm -rf "$output"
