// The process that plans or fetches streets for the Administration. Its argument is the task.
import { UnfitArchive } from '#server/map/archives/archive.ts'
import { reasonOf } from '#server/map/archives/open-ground.ts'
import { endProcess } from '#server/platform/end-process.ts'
import { createOutbound } from '#server/platform/outbound-requests.ts'
import { fetchExtract, planExtract } from './extract-streets.ts'
import { httpSource } from './http-source.ts'
import { findNewestBuild } from './protomaps-builds.ts'
import type { StreetsReport, StreetsTask } from './streets-fetcher.ts'

const send = (report: StreetsReport) => void process.send?.(report)

async function work({ address: given, bounds, town, file, publicUrl }: StreetsTask): Promise<StreetsReport> {
  const address = given ?? (await findNewestBuild())
  const outbound = createOutbound(new URL(publicUrl), { keepAlive: true })
  const extract = await planExtract(httpSource(address, { outbound }), bounds, town)
  send({ address, totalBytes: extract.bytes, tiles: extract.tiles })
  if (file !== null) await fetchExtract(extract, file, (bytes) => send({ bytes }))
  return { isDone: true }
}

// The server was killed: what it does not know of is not done.
process.once('disconnect', () => process.exit(1))
const report = await work(JSON.parse(process.argv[2] ?? '') as StreetsTask).catch((error: Error): StreetsReport => ({
  failure: error instanceof UnfitArchive ? error.kind : 'unfit',
  detail: reasonOf(error).replace(/\s+/g, ' '),
}))
process.send?.(report, () => endProcess(0))
