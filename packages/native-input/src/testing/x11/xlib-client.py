"""Another client of the X server, for what no command line tool does.

lock-group N   locks the layout group N (from 0) and ends
grab-server    holds a server grab until stdin ends; says "ready" once it has it
"""

import ctypes
import sys

USE_CORE_KEYBOARD = 0x100

xlib = ctypes.CDLL("libX11.so.6")
xlib.XOpenDisplay.restype = ctypes.c_void_p
xlib.XOpenDisplay.argtypes = [ctypes.c_char_p]
xlib.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
xlib.XGrabServer.argtypes = [ctypes.c_void_p]
xlib.XkbLockGroup.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]

display = xlib.XOpenDisplay(None)
if not display:
    sys.exit("no display")

if sys.argv[1] == "lock-group":
    xlib.XkbLockGroup(display, USE_CORE_KEYBOARD, int(sys.argv[2]))
    xlib.XSync(display, 0)
else:
    xlib.XGrabServer(display)
    xlib.XSync(display, 0)
    print("ready", flush=True)
    sys.stdin.read()
