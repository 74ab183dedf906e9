import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

/**
 * Holds a data folder for this process: a socket that only a living owner answers, so a kill -9
 * leaves nothing to clean up and a recycled process id cannot mislead.
 * @returns what lets it go. Throws when another process holds it.
 */
export async function lockFolder(sockets: string, dataDir: string): Promise<() => void> {
  const file = ownerOf(sockets)
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

const ownerOf = (sockets: string): string => path.join(sockets, 'owner.sock')

/** Whether a living process holds the folder. */
export const isFolderLocked = (sockets: string): Promise<boolean> => answers(ownerOf(sockets))

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
