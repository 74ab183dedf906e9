import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** One client that requests without pause over many connections, in a thread of its own. */
export type Flood = {
  url: string
  paths: string[]
  connections: number
  headers: Record<string, string>
  body?: string
}

const { url, paths, connections, headers, body } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const countsByStatus: Record<number, number> = {}
let next = 0
let isOver = false

function requestNext(): void {
  if (isOver) return
  const options = { agent, headers, timeout: 30_000, method: body ? 'POST' : 'GET' }
  const sent = request(url + paths[next++ % paths.length], options, (response) => {
    const { statusCode = 0 } = response
    countsByStatus[statusCode] = (countsByStatus[statusCode] ?? 0) + 1
    response.resume().once('end', requestNext)
  })
  sent.once('error', requestNext).once('timeout', () => sent.destroy())
  sent.end(body)
}
for (let count = 0; count < connections; count++) requestNext()

parentPort?.once('message', () => {
  isOver = true
  agent.destroy()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(countsByStatus)
})
