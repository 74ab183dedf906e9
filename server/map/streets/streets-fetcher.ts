import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { StreetsFailure } from '#contract/map-streets.ts'
import type { AppContext } from '#server/app-context.ts'
import { streetsFileOf } from '#server/map/archives/open-ground.ts'
import type { Bounds } from '#server/map/ground.rules.ts'
import { loweredPriority } from '#server/platform/priority.ts'
import {
  claimStreetsFetch,
  completeStreetsFetch,
  failStreetsFetch,
  releaseStreetsFetch,
  type StreetsProgress,
  type StreetsTaskRow,
  updateProgress,
} from './streets.queries.ts'

/** `file`: null to plan only. `address`: null for the newest public build. */
export type StreetsTask = {
  address: string | null
  bounds: Bounds
  town: string | null
  file: string | null
  publicUrl: string
}
/** What the process says: the plan, how many bytes are there, how it has ended. */
export type StreetsReport =
  | { address: string; totalBytes: number; tiles: number }
  | { bytes: number }
  | { isDone: true }
  | { failure: StreetsFailure; detail: string }

/** It gives way to people. */
const childSteps = 10
const progressMs = 1000
const maxDetailLength = 500

const program = fileURLToPath(new URL('./fetch-streets.ts', import.meta.url))

function startChild(task: StreetsTask): ChildProcess {
  const child = fork(program, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  if (child.pid !== undefined) os.setPriority(child.pid, loweredPriority(childSteps))
  return child
}

type End = { isDone: true } | { failure: StreetsFailure; detail: string }

/** Keeps what a process reports. `end` is null while it runs. */
function watch(child: ChildProcess, worker: string) {
  const ended = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  const progress: StreetsProgress = { worker, address: null, bytes: null, totalBytes: null, tiles: null }
  const watched = { progress, end: null as End | null, ended: ended.promise, exited: exited.promise }
  const endWith = (end: End) => {
    watched.end ??= end
    ended.resolve()
  }
  child.on('message', (report: StreetsReport) => {
    if ('isDone' in report || 'failure' in report) endWith(report)
    else Object.assign(progress, report)
  })
  const onExit = (reason: string) => {
    endWith({ failure: 'interrupted', detail: `its process ended (${reason})` })
    exited.resolve()
  }
  child.once('error', ({ message }) => onExit(message))
  child.once('exit', (code, signal) => onExit(String(signal ?? code)))
  return watched
}

type Context = Pick<AppContext, 'config' | 'log' | 'db'>

/**
 * Plans and fetches streets, in a process of its own, because both would slow down answers.
 * @returns `start` for the job: it begins what an administrator has asked for, or goes on with what another server has
 * left. `stop` leaves it to the next server.
 */
export function createStreetsFetcher({ config, log, db }: Context) {
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  const taskOf = ({ state, town, west, south, east, north, address }: StreetsTaskRow): StreetsTask => ({
    address,
    bounds: [west, south, east, north],
    town,
    file: state === 'fetching' ? streetsFileOf(config).file : null,
    publicUrl: config.publicUrl.href,
  })

  /** Runs a process until it has ended, somebody stops it or the server stops. @returns how it has ended, or null. */
  async function runChild(task: StreetsTask, worker: string): Promise<End | null> {
    const child = startChild(task)
    const watched = watch(child, worker)
    let isWanted = true
    while (isWanted && !watched.end && !stopping.signal.aborted) {
      const pause = wait(progressMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      await Promise.race([watched.ended, pause])
      // Without the database nobody has stopped it.
      const row = await updateProgress(db, watched.progress).catch(() => null)
      isWanted = row !== undefined
    }
    const { end } = watched
    child.kill('SIGKILL')
    await watched.exited
    return isWanted ? end : null
  }

  async function work(row: StreetsTaskRow, worker: string): Promise<void> {
    const report = row.state === 'fetching' ? log.info.bind(log) : () => undefined
    report('streets of the map are being fetched')
    const end = await runChild(taskOf(row), worker)
    if (end === null) {
      await releaseStreetsFetch(db, worker)
      report('streets of the map are no longer being fetched')
    } else if ('failure' in end) {
      await failStreetsFetch(db, worker, end.failure, end.detail.slice(0, maxDetailLength))
      report({ reason: end.failure }, 'streets of the map could not be fetched')
    } else {
      await completeStreetsFetch(db, worker)
      report('streets of the map have been fetched')
    }
  }

  /** Goes on after each, because somebody may have asked for another meanwhile. */
  async function workOnAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const worker = randomUUID()
      const row = await claimStreetsFetch(db, worker)
      if (!row) return
      await work(row, worker)
    }
  }

  return {
    async start(): Promise<void> {
      if (config.mapTiles !== undefined || running) return
      running = workOnAll()
        .catch((error: unknown) => log.warn({ err: error }, 'the state of streets could not be written'))
        .finally(() => {
          running = null
        })
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
