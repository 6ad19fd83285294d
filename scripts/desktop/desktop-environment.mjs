/** Variables that would lead a program to the person's own desktop, session bus or input method. */
const personal = [
  'WAYLAND_DISPLAY',
  'WAYLAND_SOCKET',
  'XDG_SESSION_TYPE',
  'XDG_SESSION_ID',
  'XDG_CURRENT_DESKTOP',
  'SESSION_MANAGER',
  'DBUS_SESSION_BUS_ADDRESS',
  'GDK_BACKEND',
  'XMODIFIERS',
  'GTK_IM_MODULE',
  'DISPLAY',
  'XAUTHORITY',
];

/**
 * @param {NodeJS.ProcessEnv} own
 * @param {{ display: string, xauthority: string }} desktop
 * @returns {NodeJS.ProcessEnv} the environment of a program on the disposable desktop
 */
export function desktopEnvironment(own, { display, xauthority }) {
  const kept = Object.entries(own).filter(([name]) => !personal.includes(name));
  return { ...Object.fromEntries(kept), DISPLAY: display, XAUTHORITY: xauthority, NO_AT_BRIDGE: '1' };
}
