import type { LookupAddress, LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import os from 'node:os'
import { callbackify } from 'node:util'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

const loopback = ['127.0.0.1', '::1']

/** Addresses of this machine, public ones too: behind them may be what answers only to itself. */
const ownAddresses = () =>
  Object.values(os.networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))

/**
 * Creates agents for requests to URLs that users choose (SSRF): they connect to public addresses only. The address is
 * checked when the connection is opened, also when a name resolves to it.
 * @param allowLoopback for a server that only this machine can reach: its push service may run here as well.
 * @param keepAlive reuses connections, which are checked once.
 */
export function createOutboundAgents(allowLoopback: boolean, keepAlive = false) {
  const allowIPAddressList = allowLoopback ? loopback : []
  const options = { denyIPAddressList: ownAddresses(), allowIPAddressList, ...(keepAlive && { keepAlive }) }
  return { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) }
}

/** Returns the addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>

const dnsTimeoutMs = 2000

/**
 * Asks the DNS servers. `dns.lookup` would wait in one of the four threads of Node's pool: a few names whose servers do
 * not answer would hold up files and passwords.
 */
export async function askDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/**
 * The IPv6 addresses that IANA assigns from: of 2000::/3 the upper half is unassigned, given back (3ffe::) or for
 * documentation (3fff::). `ipaddr.js` takes `3ffe::1`, `::5` and `4000::1` for public.
 */
const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 4, 'ipv6')

async function findAddresses(resolveName: Resolve, hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolveName(hostname)
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  const inside = addresses.find((address) => isIPv6(address) && !publicIPv6.check(address, 'ipv6'))
  if (inside) throw new Error(`${inside} of ${hostname} is not allowed`)
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
}

/** Returns a `lookup` for requests by these agents. Node asks for all addresses at once (`autoSelectFamily`). */
export const lookupWith = (resolveName: Resolve): LookupFunction =>
  callbackify((hostname: string, _options: LookupOptions) => findAddresses(resolveName, hostname))
