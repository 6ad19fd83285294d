"""A GTK window of one colour. argv: colour x y width height. Says "ready" once it is mapped."""

import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

color = sys.argv[1]
x, y, width, height = map(int, sys.argv[2:6])

style = Gtk.CssProvider()
style.load_from_data(("window { background: %s; }" % color).encode())
Gtk.StyleContext.add_provider_for_screen(
    Gdk.Screen.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION
)

window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.connect("map-event", lambda *_: print("ready", flush=True))
window.set_default_size(width, height)
window.move(x, y)
window.show_all()
Gtk.main()
