import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * Returns a port of 127.0.0.1 that is free now. Another process may take it before it is used: prefer PORT=0 where the
 * server reports its port, and this where the port must be known before the start.
 */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
