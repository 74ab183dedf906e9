import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below Linux's ephemeral ports (32768 and up), which the kernel may give to any other program at any time. */
const ports = { from: 15_000, count: 16_000 }
const maxAttempts = 20

/**
 * Returns a random port of 127.0.0.1 that is free now. Prefer PORT=0 where the server reports its port, and this where
 * the port must be known before the start, or again after it.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = ports.from + Math.floor(ports.count * Math.random())
    if (await isFree(port)) return port
  }
  throw new Error(`no free port found in ${maxAttempts} attempts`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  await new Promise((resolve) => probe.close(resolve))
  return true
}
