#!/bin/sh
# Keeps count of who uses a Wine prefix, and ends its server with the last one. Runs as long as its standard input is
# open, so the end of whoever started it, however it went, is the end of the use:
#   keep-prefix.sh OUTPUT_DIRECTORY [temporary]
# WINEPREFIX names the prefix. OUTPUT_DIRECTORY is deleted at the end, and a temporary prefix with its last user.
output=$1
temporary=$2
lock=$WINEPREFIX.lock

# The last user of a temporary prefix deletes the lock too, so one that was waited for may be of no use any more.
while
  exec 9> "$lock"
  flock --shared 9
  [ "$(stat --format %i "$lock")" != "$(stat --dereference --format %i /proc/$$/fd/9)" ]
do :; done 2> /dev/null
echo ready
cat > /dev/null
if flock --exclusive --nonblock 9; then
  /usr/lib/wine/wineserver64 -k
  /usr/lib/wine/wineserver64 -w
  if [ "$temporary" = temporary ]; then rm -rf "$WINEPREFIX" "$lock"; fi
fi 2> /dev/null
rm -rf "$output"
