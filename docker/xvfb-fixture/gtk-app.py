#!/usr/bin/env python3
"""A GTK window of one colour. Prints one JSON line with its place in root coordinates once it is drawn."""

import argparse
import json
import signal

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

SETTLE_MS = 60


class SolidWindow(Gtk.Window):
    def __init__(self, colour: str, place: tuple[int, int, int, int]) -> None:
        super().__init__(title="Solid colour")
        x, y, width, height = place
        self.set_decorated(False)
        self.set_default_size(width, height)
        self.move(x, y)
        style = Gtk.CssProvider()
        style.load_from_data(f"window {{ background-image: none; background-color: {colour}; }}".encode())
        self.get_style_context().add_provider(style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
        self.connect("destroy", Gtk.main_quit)
        self._last: tuple[int, ...] | None = None
        self._painted = False

    def show_until_settled(self) -> None:
        self.show_all()
        self.get_frame_clock().connect("after-paint", self._note_painted)
        GLib.timeout_add(SETTLE_MS, self._say_place)

    def _note_painted(self, _clock: Gdk.FrameClock) -> None:
        self._painted = True

    def _say_place(self) -> bool:
        """Called again and again until the window is painted and its place holds still."""
        window = self.get_window()
        _, x, y = window.get_origin()
        place = (x, y, window.get_width(), window.get_height())
        if not self._painted or place != self._last:
            self._last = place
            return True
        Gdk.Display.get_default().sync()
        print(json.dumps({"type": "ready", **dict(zip(("x", "y", "width", "height"), place))}), flush=True)
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--colour", default="#1565c0")
    parser.add_argument("--place", default="40,40,300,200", help="x,y,width,height")
    arguments = parser.parse_args()
    x, y, width, height = (int(part) for part in arguments.place.split(","))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    SolidWindow(arguments.colour, (x, y, width, height)).show_until_settled()
    Gtk.main()


if __name__ == "__main__":
    main()
