import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

const turnPollMs = 20
const maxTurnWaitMs = 10_000
/** SQLite's code of a file that another process has locked. */
const busyCode = 5

/**
 * Locks a data folder for this process by a socket that only a living owner answers: a killed process leaves nothing to
 * clean up, and a recycled process id cannot mislead.
 * @returns a function that releases the lock. Throws when another process holds it.
 */
export async function lockFolder(socketFolder: string, dataDir: string): Promise<() => void> {
  const server = net.createServer((socket) => socket.end())
  await inTurn(path.join(socketFolder, 'owner.turn'), async () => {
    const file = lockFileOf(socketFolder)
    if (await answers(file)) throw new Error(`DATA_DIR: ${dataDir} is in use by another Dintorni server`)
    fs.rmSync(file, { force: true })
    await listen(server, file)
  })
  server.unref()
  return () => server.close()
}

/** Whether a living process holds the lock. */
export const isFolderLocked = (socketFolder: string): Promise<boolean> => answers(lockFileOf(socketFolder))

const lockFileOf = (socketFolder: string): string => path.join(socketFolder, 'owner.sock')

function answers(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(file)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

const listen = (server: net.Server, file: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
  })

/**
 * Runs `work` in one process at a time. Without it, servers that start at once would each find that nobody answers, and
 * remove the socket of the one that was first. The turn is a lock of the kernel on a file, which ends with its process.
 */
async function inTurn(file: string, work: () => Promise<void>): Promise<void> {
  const turn = new DatabaseSync(file)
  try {
    await takeTurn(turn)
    await work()
  } finally {
    turn.close()
  }
}

async function takeTurn(turn: DatabaseSync): Promise<void> {
  const deadline = Date.now() + maxTurnWaitMs
  for (;;) {
    try {
      return turn.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      if ((error as { errcode?: unknown }).errcode !== busyCode || Date.now() > deadline) throw error
      await wait(turnPollMs)
    }
  }
}
