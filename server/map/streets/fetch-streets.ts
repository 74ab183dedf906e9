// The process that plans or fetches streets for the Administration. Its argument is the task.
import type { StreetsFailure } from '#contract/map-streets.ts'
import { UnfitArchive } from '#server/map/archives/archive.ts'
import { reasonOf } from '#server/map/archives/open-ground.ts'
import { endProcess } from '#server/platform/end-process.ts'
import { createOutbound } from '#server/platform/outbound-requests.ts'
import { type Extract, fetchExtract, planExtract } from './extract-streets.ts'
import { httpSource } from './http-source.ts'
import { findNewestBuild } from './protomaps-builds.ts'
import type { StreetsReport, StreetsTask } from './streets-fetcher.ts'

const send = (report: StreetsReport) => void process.send?.(report)

const throwAs = (failure: StreetsFailure) => (error: Error) => {
  throw error instanceof UnfitArchive ? error : new UnfitArchive(reasonOf(error), failure)
}

async function plan({ address: given, bounds, town, publicUrl }: StreetsTask): Promise<Extract> {
  const address = given ?? (await findNewestBuild())
  const outbound = createOutbound(new URL(publicUrl), { keepAlive: true })
  const extract = await planExtract(httpSource(address, { outbound }), bounds, town)
  send({ address, totalBytes: extract.bytes, tiles: extract.tiles })
  return extract
}

async function work(task: StreetsTask): Promise<StreetsReport> {
  const extract = await plan(task).catch(throwAs('unfit'))
  // What else can fail is the file that is written.
  if (task.file !== null)
    await fetchExtract(extract, task.file, (bytes) => send({ bytes })).catch(throwAs('interrupted'))
  return { isDone: true }
}

// The server was killed: what it does not know of is not done.
process.once('disconnect', () => process.exit(1))
const report = await work(JSON.parse(process.argv[2] ?? '') as StreetsTask).catch(
  ({ kind, message }: UnfitArchive): StreetsReport => ({
    failure: kind,
    detail: message.replace(/\s+/g, ' '),
  }),
)
process.send?.(report, () => endProcess(0))
