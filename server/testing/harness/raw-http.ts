import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** Opens a TCP connection, on which a test may write any bytes. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Resolves when the connection is closed, by either side or by an error. */
export const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))

/** Writes bytes and returns the reply, read until the server closes or is idle for `idleTimeoutMs`. */
export async function exchangeRaw(port: number, bytes: string | Buffer, idleTimeoutMs = 3000): Promise<string> {
  const socket = await openSocket(port)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.setTimeout(idleTimeoutMs, () => socket.destroy())
  socket.write(bytes)
  await waitForClose(socket)
  return Buffer.concat(chunks).toString('latin1')
}

/** The status of each reply on one connection. */
export const parseStatuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
