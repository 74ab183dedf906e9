/** Reads the version that the address of a legal text names. @returns undefined for none: the one in force. */
export function readVersion(written: unknown): number | undefined {
  const version = typeof written === 'string' ? Number(written) : Number.NaN
  return Number.isSafeInteger(version) && version > 0 ? version : undefined
}
