import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RangeServer = Awaited<ReturnType<typeof startRangeServer>>

/** Starts a web server that sends parts of one file, as object stores do. Tests change how it answers. */
export async function startRangeServer(file: Buffer) {
  const served = {
    file,
    etag: '"1"',
    /** `[offset, length]` of each request. */
    requests: [] as [number, number][],
    /** Answers instead of the server while it returns true. */
    answer: null as ((request: IncomingMessage, response: ServerResponse) => boolean) | null,
  }
  const server = createServer((request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    served.requests.push([Number(first), Number(last) - Number(first) + 1])
    if (served.answer?.(request, response)) return
    if (Number(first) >= served.file.length) return void response.writeHead(416).end()
    response.writeHead(206, { etag: served.etag })
    response.end(served.file.subarray(Number(first), Number(last) + 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(served, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mappa.pmtiles`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  })
}
