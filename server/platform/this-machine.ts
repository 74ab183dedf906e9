import type { IncomingHttpHeaders } from 'node:http'
import { BlockList } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** An address as a socket reports it: `127.0.0.1`, `::1`, or `::ffff:127.0.0.1` where one socket serves both. */
const isLoopback = (address: string) => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

/**
 * A name with its port that reaches this machine and that no DNS record can make point elsewhere, or elsewhere here.
 */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Headers that proxies, tunnels and content delivery networks add. With any of them, the client is not the connecting
 * machine.
 */
const proxyHeader =
  /^(?:x-forward|forwarded|via$|x-real-|x-client-|x-cluster-|x-original-|x-envoy-|x-proxy|client-ip$|true-client-ip$|cf-|cdn-|fastly-|tailscale-|ngrok-|x-amzn-|x-azure-|x-arr-)/

type Arrival = {
  remoteAddress: string | undefined
  /** “1.1”. Proxies that do not say that they are one speak 1.0, which browsers do not. */
  httpVersion: string
  headers: IncomingHttpHeaders
}

export const arrivalOf = ({ raw }: FastifyRequest): Arrival => ({
  remoteAddress: raw.socket.remoteAddress,
  httpVersion: raw.httpVersion,
  headers: raw.headers,
})

/**
 * Whether a request was sent by a program on this machine. A proxy in front makes all its clients look like one, so any
 * sign of a proxy answers no; a page that has its own name point here (DNS rebinding) asks for that name.
 */
export function isFromThisMachine(
  { remoteAddress, httpVersion, headers }: Arrival,
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
): boolean {
  return (
    !trustProxy &&
    loopbackHost.test(publicUrl.host) &&
    remoteAddress !== undefined &&
    isLoopback(remoteAddress) &&
    httpVersion !== '1.0' &&
    loopbackHost.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  )
}

/**
 * Whether a request that arrived at loopback asks for another name: a page may have its own name point here (DNS
 * rebinding).
 * @param ownName under which this machine may be asked as well.
 */
export const isRebound = (localAddress: string | undefined, host = '', ownName = ''): boolean =>
  localAddress !== undefined &&
  isLoopback(localAddress) &&
  !loopbackHost.test(host) &&
  host.replace(/:\d+$/, '').toLowerCase() !== ownName.toLowerCase()
