// The process behind server-host.ts: starts a server with the environment of a request, and stops it on a request
// without one.
import { startServer } from '#server/start-server.ts'
import { StopSteps } from '#server/stop-steps.ts'
import { endProcess } from '#server/platform/end-process.ts'
import { hashCheaply } from '#server/platform/passwords.ts'

export type HostReply = { url: string } | { failure: string }
/** Starts a server with an environment; without one, stops it. */
export type HostRequest = { environment?: NodeJS.ProcessEnv }

hashCheaply()

let stopSteps = new StopSteps()
let starting: Promise<string>

async function handle({ environment }: HostRequest): Promise<HostReply> {
  try {
    if (environment) {
      stopSteps = new StopSteps()
      starting = startServer({ ...process.env, ...environment }, stopSteps)
      return { url: await starting }
    }
    await stopSteps.stop(starting)
    return { url: '' }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}

process.on('message', async (request: HostRequest) => process.send?.(await handle(request)))
process.on('disconnect', () => endProcess(0))
