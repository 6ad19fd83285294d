#!/usr/bin/env python3
"""What the X server itself says is held and locked; also locks modifiers and groups, as a person's keyboard would.

    x-state.py                                    print {"pointer", "buttons", "keys", "locked", "group"}
    x-state.py lock caps_lock num_lock            lock these modifiers, unlock the others
    x-state.py group 1                            lock this layout group, counted from 0
"""

import ctypes
import json
import sys

KEYBOARD = 0x100
LOCKS = {"caps_lock": 0x02, "num_lock": 0x10, "scroll_lock": 0x20}
ALL_MODIFIERS = 0xFF
FIRST_BUTTON_BIT = 8


class KeyboardState(ctypes.Structure):
    """XkbStateRec."""

    _fields_ = [
        ("group", ctypes.c_ubyte),
        ("locked_group", ctypes.c_ubyte),
        ("base_group", ctypes.c_ushort),
        ("latched_group", ctypes.c_ushort),
        ("mods", ctypes.c_ubyte),
        ("base_mods", ctypes.c_ubyte),
        ("latched_mods", ctypes.c_ubyte),
        ("locked_mods", ctypes.c_ubyte),
        ("compat_state", ctypes.c_ubyte),
        ("grab_mods", ctypes.c_ubyte),
        ("compat_grab_mods", ctypes.c_ubyte),
        ("lookup_mods", ctypes.c_ubyte),
        ("compat_lookup_mods", ctypes.c_ubyte),
        ("ptr_buttons", ctypes.c_ushort),
    ]


def open_display() -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        sys.exit("The X server does not answer; check DISPLAY and XAUTHORITY.")
    return x11, display


def read_state(x11: ctypes.CDLL, display: ctypes.c_void_p) -> dict[str, object]:
    keyboard = KeyboardState()
    x11.XkbGetState(display, KEYBOARD, ctypes.byref(keyboard))
    held = (ctypes.c_char * 32)()
    x11.XQueryKeymap(display, held)
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    windows = (ctypes.c_ulong(), ctypes.c_ulong())
    place = tuple(ctypes.c_int() for _ in range(4))
    mask = ctypes.c_uint()
    x11.XQueryPointer(display, root, *map(ctypes.byref, windows), *map(ctypes.byref, place), ctypes.byref(mask))
    return {
        "pointer": {"x": place[0].value, "y": place[1].value},
        "buttons": [number for number in range(1, 6) if mask.value >> (FIRST_BUTTON_BIT + number - 1) & 1],
        "keys": [keycode for keycode in range(256) if held.raw[keycode // 8] >> (keycode % 8) & 1],
        "locked": [name for name, bit in LOCKS.items() if keyboard.locked_mods & bit],
        "group": keyboard.group,
    }


def main() -> None:
    x11, display = open_display()
    match sys.argv[1:]:
        case []:
            print(json.dumps(read_state(x11, display)))
        case ["lock", *names]:
            values = sum(LOCKS[name] for name in names)
            x11.XkbLockModifiers(display, KEYBOARD, ALL_MODIFIERS, values)
            x11.XSync(display, 0)
        case ["group", number]:
            x11.XkbLockGroup(display, KEYBOARD, int(number))
            x11.XSync(display, 0)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
