import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { findFreePort } from '#server/testing/harness/free-port.ts'
import { checkSettings, createMachines, findProxyOwner, readTemplate } from './machines.ts'

/** A proxy in front of three servers, made of the files of `operations/`. */
export type WebProxy = {
  url: string
  kill: () => Promise<void>
  /** Starts it, and waits until it leads to a server. */
  start: () => Promise<void>
  /**
   * Takes a server out (`drain`: what is open stays) or puts it in (`ready`, and waits until it gets requests), as an
   * operator does.
   */
  setState: (server: 1 | 2 | 3, state: 'drain' | 'ready') => Promise<void>
  stop: () => Promise<void>
}

const machine = 'proxy'
const startTimeoutMs = 30_000

export async function startWebProxy(serverUrls: [string, string, string]): Promise<WebProxy> {
  const machines = await createMachines()
  const folder = await machines.createFolder(machine)
  const { user, group } = findProxyOwner()
  const port = await findFreePort()
  const socket = path.join(folder, 'admin.sock')
  const hosts = serverUrls.map((url) => new URL(url).host) as [string, string, string]
  const values = {
    SERVER_1: hosts[0],
    SERVER_2: hosts[1],
    SERVER_3: hosts[2],
    WEB_BIND: `127.0.0.1:${port}`,
    WEB_USER: user,
    WEB_GROUP: group,
    WEB_SOCKET: socket,
  }
  await checkSettings('web.env', Object.keys(values))
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, await readTemplate('haproxy/web.cfg', values))
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    machines.run(machine, 'haproxy', ['-f', file])
    const deadlineMs = Date.now() + startTimeoutMs
    while (!(await leadsToServer(url))) {
      if (Date.now() > deadlineMs) throw new Error(`the proxy leads nowhere\n${await machines.readLogs()}`)
      await wait(20)
    }
  }
  await start()
  return {
    url,
    start,
    kill: () => machines.kill(machine),
    async setState(server, state) {
      const answer = await command(socket, `set server servers/server${server} state ${state}`)
      if (answer.trim() !== '') throw new Error(answer)
      if (state === 'drain') return
      const deadlineMs = Date.now() + startTimeoutMs
      while (!(await isUp(socket, server))) {
        if (Date.now() > deadlineMs) throw new Error(`server${server} does not get requests`)
        await wait(50)
      }
    },
    stop: () => machines.stop(),
  }
}

const leadsToServer = (url: string): Promise<boolean> =>
  fetch(`${url}/livez`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** The lines of `show stat` begin with backend and server; the 18th field is the state. */
async function isUp(socket: string, server: number): Promise<boolean> {
  const statistics = await command(socket, 'show stat')
  const fields = statistics.split('\n').find((line) => line.startsWith(`servers,server${server},`))
  return fields?.split(',')[17] === 'UP'
}

/** Sends a command to HAProxy. @returns its answer. */
async function command(socketFile: string, line: string): Promise<string> {
  const socket = connect(socketFile)
  await once(socket, 'connect')
  socket.write(`${line}\n`)
  return text(socket)
}
