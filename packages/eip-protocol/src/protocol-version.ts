/** The wire versions that this codec speaks, newest first. `0.1` is public; `0.100` is ours and only ever negotiated. */
export const protocolVersions = ['0.100', '0.1'] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

/** Its shapes are those of everything that is said before a version is negotiated. */
export const publicProtocolVersion = '0.1' satisfies ProtocolVersion;

export function isProtocolVersion(value: string): value is ProtocolVersion {
  return protocolVersions.some((version) => version === value);
}

/** The newest version that both ends speak, whatever their order, or null. */
export function newestCommonVersion(
  offered: readonly string[],
  served: readonly ProtocolVersion[],
): ProtocolVersion | null {
  return protocolVersions.find((version) => offered.includes(version) && served.includes(version)) ?? null;
}
