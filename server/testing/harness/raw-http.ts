import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** A connection on which anything may be written. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** When it is closed, in order or not. */
export const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

/** Writes, and reads until the other side closes or so many milliseconds have passed with nothing more. */
export async function exchangeRaw(port: number, bytes: string | Buffer, patience = 3000): Promise<string> {
  const socket = await openSocket(port)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(patience, () => socket.destroy())
  socket.write(bytes)
  await waitForClose(socket)
  return Buffer.concat(chunks).toString('latin1')
}

/** The status of each reply on one connection. */
export const parseStatuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
