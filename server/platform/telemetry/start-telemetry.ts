import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from './metrics.ts'
import { noTelemetry, type Telemetry } from './telemetry.ts'
import type { Traces } from './traces.ts'
import { readVersion } from '#server/platform/version.ts'

/** The telemetry of a process: `metrics` is null with `METRICS=off`. */
export type StartedTelemetry = { telemetry: Telemetry; metrics: Metrics | null; stop: () => Promise<void> }

/**
 * Starts the metrics and traces that the configuration enables. Libraries are loaded only then: traces alone take 20
 * MB.
 */
export async function startTelemetry(
  { metrics: address, tracedShare }: Pick<Config, 'metrics' | 'tracedShare'>,
  log: Log,
): Promise<StartedTelemetry> {
  const metrics = address ? (await import('./metrics.ts')).createMetrics() : null
  const traces =
    tracedShare === undefined ? null : (await import('./traces.ts')).createTraces(tracedShare, await readVersion(), log)
  return { telemetry: combine(metrics ?? noTelemetry, traces), metrics, stop: async () => traces?.stop() }
}

const combine = (telemetry: Telemetry, traces: Traces | null): Telemetry =>
  traces
    ? {
        ...telemetry,
        measure: (kind, name, work) => telemetry.measure(kind, name, () => traces.measure(kind, name, work)),
      }
    : telemetry
