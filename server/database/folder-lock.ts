import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/**
 * Locks a data folder for this process by a socket that only a living owner answers: a killed process leaves nothing to
 * clean up, and a recycled process id cannot mislead.
 * @returns a function that releases the lock. Throws when another process holds it.
 */
export async function lockFolder(socketFolder: string, dataDir: string): Promise<() => void> {
  const file = lockFileOf(socketFolder)
  if (await answers(file)) throw new Error(`DATA_DIR ${dataDir} is in use by another Dintorni server`)
  fs.rmSync(file, { force: true })
  const server = net.createServer((socket) => socket.end())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(file, resolve)
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
