import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

const loopback = ['127.0.0.1', '::1']

/**
 * Creates agents for requests to URLs that users choose (SSRF): they connect to public addresses only. The address is
 * checked when the connection is opened, also when a name resolves to it.
 * @param allowLoopback for a server that only this machine can reach: its push service may run here as well.
 */
export function createOutboundAgents(allowLoopback: boolean) {
  const options = allowLoopback ? { allowIPAddressList: loopback } : {}
  return { http: new RequestFilteringHttpAgent(options), https: new RequestFilteringHttpsAgent(options) }
}
