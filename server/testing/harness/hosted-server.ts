// The process behind server-host.ts: opens a server with the environment that it is sent, and closes it when it is sent
// none.
import { stopServer, type StopSteps, startServer } from '#server/start-server.ts'
import { hashCheaply } from '#server/platform/passwords.ts'

export type HostReply = { url: string } | { failure: string }
/** What is sent: what a server is opened with, or nothing, to close it. */
export type HostRequest = { environment?: NodeJS.ProcessEnv }

hashCheaply()

const stopSteps: StopSteps = []

async function follow({ environment }: HostRequest): Promise<HostReply> {
  try {
    if (environment) return { url: await startServer({ ...process.env, ...environment }, stopSteps) }
    await stopServer(stopSteps)
    return { url: '' }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}

process.on('message', async (order: HostRequest) => process.send?.(await follow(order)))
process.on('disconnect', () => process.exit())
