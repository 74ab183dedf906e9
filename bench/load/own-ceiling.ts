import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { load, request, type Seen } from './load.ts'

const page = 7000
const server = `
  const body = JSON.stringify({ text: 'x'.repeat(${page}) })
  const server = require('node:http').createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.resume().on('end', () => process.exit())`

/** What whoever asks could see at most: of a server that always says the same. */
export async function measureOwnCeiling(seconds: number): Promise<Seen> {
  const child = spawn(process.execPath, ['-e', server], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  try {
    return await load(`http://127.0.0.1:${port.toString().trim()}`, {
      connections: 32,
      seconds,
      requests: [request('/', { token: 'x' })],
    })
  } finally {
    child.stdin.end()
  }
}
