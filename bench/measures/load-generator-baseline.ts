import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { formatRequest, load } from '#bench/load/load.ts'
import type { Report } from '#bench/results.ts'

const bodyLength = 7000
const server = `
  const body = JSON.stringify({ text: 'x'.repeat(${bodyLength}) })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const server = require('node:http').createServer((_, response) => response.writeHead(200, headers).end(body))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.resume().on('end', () => process.exit())`

/** Measures the most that the load generator can see: a server that always sends the same reply. */
export async function measureLoadGeneratorBaseline(report: Report, seconds: number): Promise<void> {
  const child = spawn(process.execPath, ['-e', server], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  try {
    const result = await load(`http://127.0.0.1:${port.toString().trim()}`, {
      connections: 32,
      seconds,
      requests: [formatRequest('/', { token: 'x' })],
    })
    report({
      section: 'load-generator',
      posts: 0,
      name: 'a server with a constant reply',
      connections: 32,
      ...result,
      note: `${result.generatorCpuMs.toFixed(3)} ms CPU of the load generator per request`,
    })
  } finally {
    child.stdin.end()
  }
}
