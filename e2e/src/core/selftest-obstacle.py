#!/usr/bin/env python3
"""What can come between the self-test and its window. Prints "ready" once it is there.

    selftest-obstacle.py cover X,Y,WIDTH,HEIGHT   a window that always comes to the front; prints "press" when clicked
    selftest-obstacle.py keyboard                 takes every key for itself
"""

import ctypes
import sys
import tkinter


def cover(place: str) -> None:
    x, y, width, height = (int(part) for part in place.split(","))
    root = tkinter.Tk()
    root.overrideredirect(True)
    root.configure(background="#00ff00")
    root.geometry(f"{width}x{height}+{x}+{y}")
    root.bind("<Visibility>", lambda _event: root.lift())
    root.bind("<Button>", lambda _event: print("press", flush=True))
    root.update()
    print("ready", flush=True)
    root.mainloop()


def take_keyboard() -> None:
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    asynchronous, current_time = 1, 0
    if x11.XGrabKeyboard(display, root, 0, asynchronous, asynchronous, current_time) != 0:
        sys.exit("The keyboard is taken already.")
    x11.XSync(display, 0)
    print("ready", flush=True)
    sys.stdin.read()


if sys.argv[1] == "cover":
    cover(sys.argv[2])
else:
    take_keyboard()
