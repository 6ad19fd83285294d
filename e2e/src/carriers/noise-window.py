#!/usr/bin/env python3
"""Covers the screen with noise, which no encoder makes small. Prints a line once it is drawn."""
import os
import tkinter

root = tkinter.Tk()
width, height = root.winfo_screenwidth(), root.winfo_screenheight()
root.overrideredirect(True)
root.geometry(f"{width}x{height}+0+0")
pixels = b"P6 %d %d 255\n" % (width, height) + os.urandom(width * height * 3)
noise = tkinter.PhotoImage(data=pixels)
tkinter.Label(root, image=noise, borderwidth=0).pack()
root.update()
print("drawn", flush=True)
root.mainloop()
