/** Xorg with the dummy driver: outputs DUMMY0 to DUMMY15, which xrandr can switch, move and resize. */
export const dummyScreenConfig = `
Section "ServerFlags"
 Option "AutoAddDevices" "false"
 Option "AutoAddGPU" "false"
 Option "DontVTSwitch" "true"
EndSection
Section "Monitor"
 Identifier "Monitor0"
 HorizSync 5-1000
 VertRefresh 5-200
EndSection
Section "Device"
 Identifier "Card0"
 Driver "dummy"
 VideoRam 256000
EndSection
Section "Screen"
 Identifier "Screen0"
 Device "Card0"
 Monitor "Monitor0"
 DefaultDepth 24
 SubSection "Display"
  Depth 24
  Virtual 3840 2160
  Modes "1920x1080"
 EndSubSection
EndSection
`;
