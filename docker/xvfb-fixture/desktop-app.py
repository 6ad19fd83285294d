#!/usr/bin/env python3
"""A real application for the disposable desktop: it records every event that reaches it.

Each event is one JSON object on one line of the record file, written in one call, so a reader never sees half of
one. The first line, also printed on stdout, has type "ready" and the place of every widget in root coordinates.
"""

import argparse
import json
import os
import signal
import sys
import time
import tkinter

TARGET_COLOURS = ("#c62828", "#2e7d32")
BACKGROUND = "#eceff1"
CANVAS_COLOUR = "#ffffff"
SETTLE_MS = 40
SETTLED_READINGS = 3

MODIFIERS = (
    ("shift", 0x1),
    ("caps_lock", 0x2),
    ("control", 0x4),
    ("mod1", 0x8),
    ("num_lock", 0x10),
    ("mod3", 0x20),
    ("mod4", 0x40),
    ("mod5", 0x80),
    ("button1", 0x100),
    ("button2", 0x200),
    ("button3", 0x400),
)

RAW_EVENTS = {
    "<ButtonPress>": "button_press",
    "<ButtonRelease>": "button_release",
    "<Motion>": "motion",
    "<MouseWheel>": "wheel",
    "<KeyPress>": "key_press",
    "<KeyRelease>": "key_release",
    "<Enter>": "enter",
    "<Leave>": "leave",
    "<FocusIn>": "focus_in",
    "<FocusOut>": "focus_out",
}
# A tag of their own: within one tag Tk runs only the most specific binding, and a double press must not hide the
# press itself.
REPEATED_EVENTS = {"<Double-Button>": "double_click", "<Triple-Button>": "triple_click"}


class Record:
    """Appends whole lines to the record file."""

    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._number = 0

    def append(self, kind: str, **fields: object) -> str:
        self._number += 1
        line = json.dumps({"n": self._number, "type": kind, "at": time.time(), **fields})
        os.write(self._descriptor, (line + "\n").encode())
        return line


class DesktopApp:
    def __init__(self, record: Record, geometry: str, title: str) -> None:
        self._record = record
        self._clicks = 0
        self._place: object = None
        self._settled = 0
        self._ready = False
        self.root = tkinter.Tk(className="HarnessFixture")
        self.root.title(title)
        self.root.geometry(geometry)
        self.root.configure(background=BACKGROUND)
        self._build_widgets()
        self._record_events()
        self.root.after(SETTLE_MS, self._watch_place)

    def _build_widgets(self) -> None:
        root = self.root
        self.target = tkinter.Label(
            root, text="Click me", background=TARGET_COLOURS[0], foreground="#ffffff", font=("DejaVu Sans", 24)
        )
        self.target.place(relx=0.02, rely=0.03, relwidth=0.38, relheight=0.42)
        self.target.bind("<ButtonPress>", self._on_target_press)

        self._text = tkinter.StringVar(root)
        self._text.trace_add("write", lambda *_: self._record.append("text", value=self._text.get()))
        self.entry = tkinter.Entry(root, textvariable=self._text, font=("DejaVu Sans", 14))
        self.entry.place(relx=0.42, rely=0.03, relwidth=0.28, relheight=0.07)

        self.list = tkinter.Listbox(root, font=("DejaVu Sans", 12), activestyle="none")
        for number in range(1, 201):
            self.list.insert("end", f"Row {number}")
        self.list.place(relx=0.72, rely=0.03, relwidth=0.26, relheight=0.94)

        self.canvas = tkinter.Canvas(root, background=CANVAS_COLOUR, highlightthickness=0)
        self.canvas.place(relx=0.02, rely=0.48, relwidth=0.68, relheight=0.49)
        self.canvas.bind("<B1-Motion>", self._on_canvas_drag)

        self.widgets = {
            "window": root,
            "target": self.target,
            "entry": self.entry,
            "list": self.list,
            "canvas": self.canvas,
        }

    def _record_events(self) -> None:
        for sequence, kind in RAW_EVENTS.items():
            self.root.bind_class("RecordRaw", sequence, lambda event, kind=kind: self._on_event(kind, event))
        for sequence, kind in REPEATED_EVENTS.items():
            self.root.bind_class("RecordRepeated", sequence, lambda event, kind=kind: self._on_event(kind, event))
        for widget in self.widgets.values():
            widget.bindtags(("RecordRaw", "RecordRepeated", *widget.bindtags()))

    def _on_event(self, kind: str, event: "tkinter.Event[tkinter.Misc]") -> None:
        fields: dict[str, object] = {"widget": self._name_of(event.widget), "window": event.widget.winfo_id()}
        if not kind.startswith("focus"):
            fields |= {"x_root": event.x_root, "y_root": event.y_root, "time": event.time}
        if isinstance(event.state, int):
            fields["state"] = event.state
            fields["modifiers"] = [name for name, mask in MODIFIERS if event.state & mask]
        if kind.startswith("button") or kind.endswith("click"):
            fields["button"] = event.num
        if kind.startswith("key"):
            fields |= {"keysym": event.keysym, "keycode": event.keycode, "char": event.char}
        if kind == "wheel":
            fields["delta"] = event.delta
        self._record.append(kind, **fields)

    def _name_of(self, widget: tkinter.Misc) -> str:
        return next((name for name, known in self.widgets.items() if known is widget), str(widget))

    def _on_target_press(self, event: "tkinter.Event[tkinter.Label]") -> None:
        if event.num > 3:
            return
        self._clicks += 1
        colour = TARGET_COLOURS[self._clicks % len(TARGET_COLOURS)]
        self.target.configure(background=colour, text=f"Clicked {self._clicks}")
        self.target.update_idletasks()
        self._record.append("target", colour=colour, clicks=self._clicks, button=event.num)

    def _on_canvas_drag(self, event: "tkinter.Event[tkinter.Canvas]") -> None:
        self.canvas.create_oval(event.x - 3, event.y - 3, event.x + 3, event.y + 3, fill="#1565c0", outline="")

    def _watch_place(self) -> None:
        """The window manager moves the window after it is mapped: ready is said once its place holds still."""
        place = self._places() if self.root.winfo_viewable() else None
        if place is not None and place == self._place:
            self._settled += 1
        else:
            self._place = place
            self._settled = 0
        if self._settled == SETTLED_READINGS:
            self._say_place()
        self.root.after(SETTLE_MS, self._watch_place)

    def _say_place(self) -> None:
        if self._ready:
            self._record.append("place", widgets=self._place)
            return
        self._ready = True
        self.entry.focus_force()
        self.root.update()
        line = self._record.append(
            "ready",
            widgets=self._place,
            window=self.root.winfo_id(),
            colours={"target": TARGET_COLOURS, "canvas": CANVAS_COLOUR, "background": BACKGROUND},
        )
        print(line, flush=True)

    def _places(self) -> dict[str, dict[str, int]]:
        return {
            name: {
                "x": widget.winfo_rootx(),
                "y": widget.winfo_rooty(),
                "width": widget.winfo_width(),
                "height": widget.winfo_height(),
            }
            for name, widget in self.widgets.items()
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", required=True, help="file that gets one JSON object a line")
    parser.add_argument("--geometry", default="1240x640+20+40", help="X geometry, e.g. 800x600+1920+0")
    parser.add_argument("--title", default="Disposable desktop")
    arguments = parser.parse_args()
    # Python would note the signal and wait for its next bytecode, which the Tk loop may not reach.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        app = DesktopApp(Record(arguments.record), arguments.geometry, arguments.title)
    except tkinter.TclError as error:
        sys.exit(f"The application could not open its window: {error}")
    app.root.mainloop()


if __name__ == "__main__":
    main()
