"""Windows that say on stdout, one JSON object a line, what they receive. Each line on stdin is answered by a pong.

argv[1] is a JSON list of {"name", "geometry", "color"}.
"""

import ctypes
import ctypes.util
import json
import sys
import time
import tkinter


def say(**fields):
    print(json.dumps(fields), flush=True)


def record(kind, window):
    def on_event(event):
        say(
            kind=kind,
            window=window,
            x=event.x_root,
            y=event.y_root,
            button=event.num if isinstance(event.num, int) else 0,
            keycode=event.keycode if "key" in kind else 0,
            keysym=event.keysym if "key" in kind else "",
            text=event.char if "key" in kind else "",
            state=event.state if isinstance(event.state, int) else 0,
            time=event.time,
        )

    return on_event


def keep_every_motion(root):
    """Tk merges motions that wait in its queue, which on a busy machine hides some that did arrive."""
    tk = ctypes.CDLL(ctypes.util.find_library(f"tk{tkinter.TkVersion}"))
    tk.Tk_MainWindow.restype = ctypes.POINTER(ctypes.c_void_p)
    tk.Tk_MainWindow.argtypes = [ctypes.c_void_p]
    tk.Tk_CollapseMotionEvents.argtypes = [ctypes.c_void_p, ctypes.c_int]
    # The display is the first member of a window.
    tk.Tk_CollapseMotionEvents(tk.Tk_MainWindow(root.tk.interpaddr())[0], 0)


def add_window(root, name, geometry, color):
    window = tkinter.Toplevel(root, background=color)
    window.overrideredirect(True)
    window.geometry(geometry)
    window.bind("<Motion>", record("motion", name))
    window.bind("<ButtonPress>", record("button_down", name))
    window.bind("<ButtonRelease>", record("button_up", name))
    window.bind("<KeyPress>", record("key_down", name))
    window.bind("<KeyRelease>", record("key_up", name))
    # Under another tag, so that it does not take the place of the second press.
    repeated = "repeated-" + name
    window.bindtags(window.bindtags() + (repeated,))
    window.bind_class(repeated, "<Double-Button-1>", record("double_click", name))
    window.bind_class(repeated, "<Triple-Button-1>", record("triple_click", name))
    window.bind_class(repeated, "<Quadruple-Button-1>", record("quadruple_click", name))
    window.wait_visibility()
    return window


def main():
    root = tkinter.Tk()
    root.withdraw()
    keep_every_motion(root)
    windows = [add_window(root, **spec) for spec in json.loads(sys.argv[1])]
    while root.focus_displayof() is None:
        windows[0].focus_force()
        root.update()
        time.sleep(0.01)

    def on_line(stream, _mask):
        line = stream.readline()
        if not line:
            root.destroy()
            return
        # A round trip: every event that was sent to us before it is in our queue now, and update() works through it.
        windows[0].focus_force()
        root.winfo_pointerxy()
        root.update()
        say(kind="pong")

    root.createfilehandler(sys.stdin, tkinter.READABLE, on_line)
    root.update()
    say(kind="ready")
    root.mainloop()


main()
