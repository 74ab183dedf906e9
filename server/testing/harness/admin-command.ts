import { spawn } from 'node:child_process'
import { once } from 'node:events'

const root = new URL('../../..', import.meta.url)

type CommandResult = { code: number | null; out: string; err: string }

/** Starts `npm run admin -- …` in a process of its own. */
export function startAdminCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): { ended: Promise<CommandResult>; kill: () => void } {
  const child = spawn('node_modules/.bin/node', ['scripts/admin.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString()
  })
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, out, err }))
  return { ended, kill: () => void child.kill('SIGKILL') }
}

export const runAdminCommand = (args: string[], environment: NodeJS.ProcessEnv): Promise<CommandResult> =>
  startAdminCommand(args, environment).ended
