import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

export type ChatClient = { id: number; token: string; otherId: number }

export type ChatLoadJob = {
  url: string
  /** The server's process, whose CPU time is measured. */
  serverPid: number
  /** Clients come in pairs: each has an open page and writes to the other. */
  clients: ChatClient[]
  /** Messages per second of all clients together, evenly spaced. */
  perSecond: number
  seconds: number
  /** Seconds before that which are not measured. */
  warmupSeconds: number
}

type Percentiles = { p50: number; p95: number; p99: number }

/** Times in milliseconds. */
export type ChatLoadResult = {
  /** From sending a message to its arrival on the other's page. */
  delivery: Percentiles
  /** From sending a message to the reply. */
  reply: Percentiles
  /** Messages that never arrived. */
  lost: number
  /** CPU time of the server's process as a share of one core. */
  serverCpu: number
}

const clientsProgram = path.join(import.meta.dirname, 'chat-clients.ts')

/** Lets clients in another process write to each other. */
export async function loadChat(job: ChatLoadJob): Promise<ChatLoadResult> {
  const child = spawn(process.execPath, [clientsProgram], { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdin.end(JSON.stringify(job))
  if ((await exitCode) !== 0) throw new Error('the chat clients failed')
  return JSON.parse(await output) as ChatLoadResult
}
