// Loaded before each program under Wine. Wine 8 knows no TCP_KEEPIDLE: a socket that is asked to keep alive before it is
// connected, as those of fetch are, then fails to connect. Windows has it.
import { Socket } from 'node:net';

const { setKeepAlive } = Socket.prototype;

/** @this {Socket} @param {Parameters<typeof setKeepAlive>} settings */
Socket.prototype.setKeepAlive = function (...settings) {
  return this.connecting || this.pending ? this : setKeepAlive.apply(this, settings);
};
