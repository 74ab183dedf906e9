import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** An IP address, and `localhost`: no DNS record can make these point to this server (DNS rebinding). */
const cannotBeRebound = (hostname: string) => isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || hostname === 'localhost'

/**
 * Whether an origin is this server's own. With PUBLIC_URL only that origin is. Otherwise the requested host is, unless
 * it is a domain name: an attacker's name may point to this server, so that their page sends requests to it.
 * @param origin of the page, from the `Origin` header.
 * @param host that was requested, with its port.
 */
export function isOwnOrigin(
  origin: string,
  host: string,
  { publicUrl, publicUrlGiven }: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
): boolean {
  if (origin === publicUrl.origin) return true
  if (publicUrlGiven || !URL.canParse(origin)) return false
  const { protocol, host: originHost, hostname } = new URL(origin)
  return protocol === 'http:' && originHost === host.toLowerCase() && cannotBeRebound(hostname)
}
