import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Gives each request to another server in turn. One that a server does not accept goes to the next, as with nginx and
 * Caddy; none is repeated that a server may have read. 502: no answer.
 */
export async function startBalancer(serverUrls: string[]): Promise<{ url: string; close: () => Promise<void> }> {
  let next = 0
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const body = await buffer(incoming)
    const send = (attemptsLeft: number) => {
      const target = new URL(incoming.url ?? '/', serverUrls[next++ % serverUrls.length])
      const sent = request(target, { method: incoming.method ?? 'GET', headers, agent: false }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.once('error', () => outgoing.destroy()).pipe(outgoing)
      })
      sent.once('error', ({ code }: NodeJS.ErrnoException) => {
        if (outgoing.headersSent) outgoing.destroy()
        else if (code === 'ECONNREFUSED' && attemptsLeft > 0) send(attemptsLeft - 1)
        else outgoing.writeHead(502).end()
      })
      outgoing.once('close', () => sent.destroy())
      sent.end(body)
    }
    send(serverUrls.length - 1)
  }
  // Longer than a busy client pauses: it would write to a connection that is being closed.
  const balancer = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(balancer, 'listening')
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async close() {
      balancer.close()
      balancer.closeAllConnections()
    },
  }
}
