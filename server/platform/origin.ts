import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** What a name server cannot be made to point here: an address, and this machine. */
const cannotBeRebound = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || hostname === 'localhost'

/**
 * Whether a page of this origin is one of ours. Where PUBLIC_URL says what people use, nothing else is. Otherwise
 * the host that was asked is, unless it is a name: anybody's name may be made to point to this machine, and
 * their page would then ask us under it.
 * @param origin what the browser says. @param host what was asked, with its port.
 */
export function isOwnOrigin(
  origin: string,
  host: string,
  { publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
): boolean {
  if (origin === publicUrl.origin) return true
  if (publicUrlGiven || !URL.canParse(origin)) return false
  const { protocol, host: from, hostname } = new URL(origin)
  return protocol === 'http:' && from === host.toLowerCase() && cannotBeRebound(hostname)
}
