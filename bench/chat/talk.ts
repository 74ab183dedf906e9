import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

export type Talker = { id: number; token: string; otherId: number }

export type Talking = {
  url: string
  /** Of the server: what it spends is told too. */
  serverPid: number
  /** Each has an open page, and writes to the other of their pair, who has one as well. */
  talkers: Talker[]
  /** Messages, of all together, evenly. */
  perSecond: number
  seconds: number
  /** Seconds before, of which nothing is told. */
  warmup: number
}

/** Times in milliseconds. */
export type Talked = {
  /** From when it is sent to when the other's page has read it. */
  heard: { p50: number; p95: number; p99: number }
  /** From when it is sent to the answer. */
  answered: { p50: number; p95: number; p99: number }
  sent: number
  /** Sent, and on the other's page not even in the end. */
  unheard: number
  /** Of one core, in the server's process. */
  serverCpu: number
}

const talkersProgram = path.join(import.meta.dirname, 'talkers.ts')

/** People write to each other from another process for so long. */
export async function talk(talking: Talking): Promise<Talked> {
  const child = spawn(process.execPath, [talkersProgram], { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = text(child.stdout)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(JSON.stringify(talking))
  if ((await ended) !== 0) throw new Error('those who talk broke off')
  return JSON.parse(await said) as Talked
}
