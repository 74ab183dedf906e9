import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'

// A machine with IPv6 and the hosts file of Debian, made of a network and a mount that only the server has.

const debianHosts = '127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n'

let database: CopiedDatabase
let folder: string
let wrapper: string[]
beforeAll(async () => {
  database = await copyDatabase(inject('preparedDatabase'))
  folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-localhost-'))
  const hosts = path.join(folder, 'hosts')
  await writeFile(hosts, debianHosts)
  const privileges = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const prepare = `ip link set lo up && mount --bind '${hosts}' /etc/hosts && exec "$@"`
  wrapper = ['unshare', ...privileges, '--net', '--mount', 'sh', '-c', prepare, 'sh']
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Begins a registration at each address and prints so; finishes one after the other when its input ends. */
const twoVisits = `
  const http = require('node:http')
  const visits = ['::1', '127.0.0.1'].map(async (host, n) => {
    const body = JSON.stringify({ username: 'adele' + n, email: n + 'adele@example.it', password: 'una lunga frase' })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
    const visit = http.request({ host, port: PORT, path: '/api/auth/register.php', method: 'POST', headers })
    visit.flushHeaders()
    await new Promise((resolve, reject) => visit.once('continue', resolve).once('error', reject))
    visit.write(body.slice(0, 20))
    return () => new Promise((resolve, reject) => {
      visit.end(body.slice(20)).once('error', reject).once('response', ({ statusCode }) => resolve(statusCode))
    })
  })
  Promise.all(visits).then(async (finishes) => {
    console.log('begun')
    for await (const _ of process.stdin);
    for (const finish of finishes) console.log(await finish())
  }).catch((error) => console.log(error.message))
`

/** Prints the status of both addresses, or why there is none. */
const twoProbes = `
  const answers = ['127.0.0.1', '[::1]'].map((host) =>
    fetch('http://' + host + ':PORT/livez').then(({ status }) => status, ({ cause }) => cause.code))
  Promise.all(answers).then((statuses) => console.log(statuses.join()))
`

/** Runs a program in the server's network. */
function runBeside(server: ServerProcess, program: string): { child: ChildProcess; output: () => string } {
  const privileges = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
  const command = ['--target', String(server.pid), ...privileges, '--net', process.execPath, '-e', program]
  const child = spawn('nsenter', command, { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output }
}

test('By default a server answers at 127.0.0.1 and ::1, and stops when both have answered', async () => {
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: folder, HOST: '' }, wrapper)
  const { port } = new URL(server.url)
  const visits = runBeside(server, twoVisits.replace('PORT', port))
  await expect.poll(visits.output).toBe('begun\n')
  const exitCode = server.stop()
  const probe = async () => {
    const { child, output } = runBeside(server, twoProbes.replaceAll('PORT', port))
    await once(child, 'close')
    return output()
  }
  await expect.poll(probe).toBe('ECONNREFUSED,ECONNREFUSED\n')
  visits.child.stdin?.end()
  await expect.poll(visits.output).toBe('begun\n200\n200\n')
  expect(await exitCode).toBe(0)
})
