/** Whether a Node error code says that the peer's certificate or TLS itself was refused. */
export const isTlsFault = (code: string): boolean =>
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$)/.test(code);
