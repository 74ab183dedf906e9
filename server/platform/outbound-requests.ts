import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { askDns, createOutboundAgents, lookupWith, type Resolve } from './outbound-agents.ts'

/** Requests to URLs that users choose. */
export type Outbound = {
  /** Whether a URL may be asked: HTTPS on port 443 of a name, and for a local server also this machine. */
  isAllowed: (url: string) => boolean
  /** Opens a request, as `https.request` does. It follows no redirect, and fails if the name leads to an address inside. */
  request: (
    url: string,
    options: https.RequestOptions,
    onResponse: (response: http.IncomingMessage) => void,
  ) => http.ClientRequest
}

type OutboundOptions = { resolveName?: Resolve; keepAlive?: boolean }

/** @param publicUrl of this server, which is not asked. */
export function createOutbound(
  publicUrl: URL,
  { resolveName = askDns, keepAlive = false }: OutboundOptions = {},
): Outbound {
  const isLocalServer = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname)
  const agents = createOutboundAgents(isLocalServer, keepAlive)
  return {
    isAllowed(url) {
      const { protocol, hostname, port } = new URL(url)
      if (isLocalServer && ['localhost', '127.0.0.1'].includes(hostname)) return true
      const isName = !isIP(hostname.replace(/^\[|\]$/g, ''))
      return protocol === 'https:' && port === '' && isName && hostname.replace(/\.$/, '') !== publicUrl.hostname
    },
    request(url, options, onResponse) {
      // `localhost`, the name of a local server, is in the hosts file, not in DNS.
      const all = { ...options, ...(!isLocalServer && { lookup: lookupWith(resolveName) }) }
      return url.startsWith('https:')
        ? https.request(url, { ...all, agent: agents.https }, onResponse)
        : http.request(url, { ...all, agent: agents.http }, onResponse)
    },
  }
}
