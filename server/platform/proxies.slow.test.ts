import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { addressOf } from '#contract/call-paths.ts'
import { maxImageBytes } from '#contract/fields.ts'
import { emailOf, type RegisteredClient, registerClient } from '#server/testing/fixtures/api-client.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type CopiedDatabase, copyDatabase } from '#server/testing/harness/copied-database.ts'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { type ServerProcess, startServer } from '#server/testing/harness/server-process.ts'

// The TLS configurations in `operations/` that an operator copies, run by the real nginx and the real Caddy. Only
// names, ports and files are changed.

const name = 'dintorni.example.org'
const readExample = (file: string) => readFileSync(`operations/${file}`, 'utf8')

let folder: string
let database: CopiedDatabase
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dintorni-proxies-'))
  database = await copyDatabase(inject('preparedDatabase'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

type Ports = { http: number; https: number; server: number }

function createCertificate(): { certificate: string; key: string } {
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const { status, stderr } = spawnSync(
    process.env.OPENSSL ?? 'openssl',
    [...request, '-keyout', key, '-out', certificate],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  return { certificate, key }
}

function startNginx(ports: Ports): ChildProcess {
  const { certificate, key } = createCertificate()
  const example = readExample('nginx/dintorni.conf')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('https://$host$', `https://$host:${ports.https}$`)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
    .replace(`/etc/letsencrypt/live/${name}/fullchain.pem`, certificate)
    .replace(`/etc/letsencrypt/live/${name}/privkey.pem`, key)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll(name, 'localhost')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {} http { ${temporary.join(' ')}\n${example} }`
  writeFileSync(path.join(folder, 'nginx.conf'), main)
  return spawn(process.env.NGINX ?? 'nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')])
}

function startCaddy(ports: Ports): ChildProcess {
  const globals = [
    'admin off',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    'local_certs',
    'skip_install_trust',
  ]
  const example = readExample('caddy/Caddyfile').replace('\n{\n', `\n{\n\t${globals.join('\n\t')}\n`)
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, example)
  return spawn(process.env.CADDY ?? 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: 'localhost',
      SERVER: `127.0.0.1:${ports.server}`,
    },
  })
}

type Reply = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** Sends a request from an address of this machine. The certificate is not checked: it comes from no authority. */
function send(
  url: URL | string,
  { from = '127.0.0.1', body, ...options }: https.RequestOptions & { from?: string; body?: string } = {},
): Promise<Reply> {
  const target = new URL(url)
  const { request } = target.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      { rejectUnauthorized: false, localAddress: from, family: 4, ...options },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('Behind %s, as the example sets it up', (proxyName, startProxy) => {
  let server: ServerProcess
  let proxy: ChildProcess
  let ports: Ports
  let origin: string
  let anna: RegisteredClient
  let log = ''
  beforeAll(async () => {
    ports = { http: await findFreePort(), https: await findFreePort(), server: await findFreePort() }
    origin = `https://localhost:${ports.https}`
    server = await startServer({
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(ports.server),
      PUBLIC_URL: origin,
      TRUST_PROXY: 'on',
      RATE_LIMITS: 'on',
    })
    proxy = startProxy(ports)
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    const isReady = async () => expect((await send(`${origin}/readyz`)).status, log).toBe(200)
    await vi.waitFor(isReady, { timeout: 60_000, interval: 50 })
    anna = await registerClient(server.url, `anna.${proxyName.toLowerCase()}`)
  })
  afterAll(async () => {
    if (proxy.exitCode === null && proxy.kill('SIGTERM')) await once(proxy, 'exit')
    await server.stop()
  })

  const call = (path: string, input: object, options: Parameters<typeof send>[1] = {}) =>
    send(`${origin}${path}`, {
      method: 'POST',
      ...options,
      headers: { 'content-type': 'application/json', origin, cookie: anna.cookie(), ...options.headers },
      body: JSON.stringify(input),
    })

  test('The app is served over TLS, and http: leads to https:', async () => {
    const page = await send(`${origin}/login`)
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<div id="root"') })
    // Other hosts of the domain may have no TLS.
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    const redirect = await send(`http://localhost:${ports.http}/login?x=1`)
    expect([301, 308]).toContain(redirect.status)
    // Caddy leads to its usual port, whatever the test has made of it.
    expect([`${origin}/login?x=1`, 'https://localhost/login?x=1']).toContain(redirect.headers.location)
  })

  test('A photo of nearly 10 MB arrives, and of a larger one the server says so', async () => {
    const [place] = await anna.callOk('getNearbyLocations', { lat: 45.46, lon: 9.19 })
    const photo = Buffer.from((await createPhoto(900, 700)).split(',')[1]!, 'base64')
    const publish = (bytes: number) => {
      const padded = Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
      const image = `data:image/jpeg;base64,${padded.toString('base64')}`
      const post = { user_id: anna.id, text: 'Duomo', location_id: place!.id, latitude: 45, longitude: 9, image }
      return call(addressOf('createSpot').url, post)
    }
    expect(await publish(maxImageBytes)).toMatchObject({ status: 200 })
    const refused = await publish(maxImageBytes + 200_000)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body)).toMatchObject({ error: expect.stringMatching(/\S/) })
  })

  test('An open page receives events at once, though little is sent', async () => {
    const events: string[] = []
    const stream = https.get(`${origin}/api/events`, {
      rejectUnauthorized: false,
      family: 4,
      headers: { cookie: anna.cookie(), accept: 'text/event-stream' },
    })
    try {
      const [response] = (await once(stream, 'response')) as [http.IncomingMessage]
      expect(response.headers['content-type']).toContain('text/event-stream')
      response.on('data', (chunk: Buffer) => events.push(chunk.toString()))
      const bruno = await registerClient(server.url, `bruno.${proxyName.toLowerCase()}`)
      await bruno.callOk('requestFollow', { followed_id: anna.id })
      await expect.poll(() => events.join(''), { timeout: 20_000 }).toContain('event: notification')
    } finally {
      stream.destroy()
    }
  })

  test('The server sees the address of the client, whatever the client claims', async () => {
    const guess = (from: string, claimed: string) =>
      call(
        addressOf('login').url,
        { email: emailOf(anna.username), password: 'sbagliata' },
        { from, headers: { 'x-forwarded-for': claimed, forwarded: `for=${claimed}`, cookie: '' } },
      )
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await guess('127.0.0.2', `203.0.113.${attempt}`)).status, `${attempt}`).toBe(401)
    expect((await guess('127.0.0.2', '198.51.100.7')).status).toBe(429)
    expect((await guess('127.0.0.3', '198.51.100.7')).status).toBe(401)
  })

  test('No query is logged, also while the server is away: it may hold a position', async () => {
    const paths = ['/api/feed/get_feed.php', '/api/nowhere', '/away']
    for (const asked of paths.slice(0, 2)) await send(`${origin}${asked}?lat=45.46`)
    await server.stop()
    expect((await send(`${origin}/away?lat=45.46`)).status).toBe(502)
    const readLogs = () => {
      const logs = ['dintorni.log', 'dintorni-error.log'].map((file) => path.join(folder, file)).filter(existsSync)
      return log + logs.map((file) => readFileSync(file, 'utf8')).join('')
    }
    // nginx writes the line after the client has its answer.
    if (proxyName === 'nginx') for (const asked of paths) await expect.poll(readLogs).toContain(` GET ${asked} `)
    expect(readLogs()).not.toContain('45.46')
  })
})

test('The unit of systemd is valid, and leaves the service little', () => {
  const run = (...args: string[]) =>
    spawnSync(process.env.SYSTEMD_ANALYZE ?? 'systemd-analyze', args, { encoding: 'utf8' })
  const unit = path.join(folder, 'dintorni.service')
  // The program has to exist for the check.
  const text = readExample('systemd/dintorni.service').replace('/opt/dintorni/node_modules/.bin/node', '/bin/true')
  writeFileSync(unit, text)
  expect(
    run('verify', unit)
      .stderr.split('\n')
      .filter((line) => line.includes('dintorni.service')),
  ).toEqual([])
  // 100 means exposure 10.0 of 10.
  const { status, stdout } = run('security', '--offline=true', '--threshold=25', '--no-pager', unit)
  expect({ status, stdout }).toMatchObject({ status: 0 })
})

test('The command of the operator has the user, the variables and the folder of the service, and its own arguments', () => {
  const program = path.join(folder, 'systemd-run')
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const { stdout } = spawnSync(
    path.resolve('operations', 'systemd', 'dintorni-admin'),
    ['suspend', 'anna', 'due parole'],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    },
  )
  const given = stdout.trimEnd().split('\n')
  const unit = readExample('systemd/dintorni.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!
  const variables = valueOf('Environment').split(' ')
  expect(given).toEqual(
    expect.arrayContaining([
      `--uid=${valueOf('User')}`,
      `--gid=${valueOf('Group')}`,
      `--working-directory=${valueOf('WorkingDirectory')}`,
      `--property=EnvironmentFile=${valueOf('EnvironmentFile')}`,
      ...variables.map((variable) => `--setenv=${variable}`),
    ]),
  )
  expect(given.slice(-5)).toEqual([
    valueOf('ExecStart').split(' ')[0],
    'scripts/admin.ts',
    'suspend',
    'anna',
    'due parole',
  ])
})
