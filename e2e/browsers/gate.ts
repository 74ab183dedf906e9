import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between a browser and the server, as a network does. */
export type Gate = {
  url: string
  /** While closed, or for these paths, connections break. */
  refuse: (isRefused: (path: string) => boolean) => void
  open: () => void
  close: () => Promise<void>
}

export async function openGate(serverUrl: string): Promise<Gate> {
  const { port } = new URL(serverUrl)
  let isRefused: (path: string) => boolean = () => false
  const server: Server = createServer((incoming, reply) => {
    if (isRefused(incoming.url ?? '')) return incoming.socket.destroy()
    const { method, url, headers } = incoming
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    outgoing.on('error', () => incoming.socket.destroy())
    reply.on('close', () => outgoing.destroy())
    return incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse(next) {
      isRefused = next
      server.closeAllConnections()
    },
    open() {
      isRefused = () => false
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
