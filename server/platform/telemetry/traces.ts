import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '#server/platform/log.ts'
import { type Outcome, outcomeOf, outcomeOfError, type Telemetry, type WorkKind } from './telemetry.ts'

/** All failures but the first in this time are left out of the log. */
const quietMs = 60_000

const spanKinds: Partial<Record<WorkKind, SpanKind>> = {
  call: SpanKind.SERVER,
  query: SpanKind.CLIENT,
  store: SpanKind.CLIENT,
  push: SpanKind.CLIENT,
  mail: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
}

export type Traces = Pick<Telemetry, 'measure'> & {
  /** Sends what has not been sent yet. */
  stop: () => Promise<void>
}

/**
 * Sends spans of calls, queries, jobs and other work to the collector that the standard variables name. A span has the
 * name of its work, from the code, and how it ended: no address, parameter, error message or id of a person. A trace
 * begins here: identifiers in a request's headers are not read.
 * @param share of the traces that is sent, from 0 to 1.
 */
export function createTraces(share: number, version: string, log: Log): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'dintorni', 'service.version': version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: logFailures(new OTLPTraceExporter(), log) })],
  })
  const tracer = provider.getTracer('dintorni', version)
  const current = new AsyncLocalStorage<Span>()
  return {
    async measure(kind, name, work) {
      const parent = current.getStore()
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const span = tracer.startSpan(`${kind} ${name}`, { kind: spanKinds[kind] ?? SpanKind.INTERNAL }, context)
      const end = (outcome: Outcome) => {
        span.setAttribute('dintorni.outcome', outcome)
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
      try {
        const result = await current.run(span, work)
        end(outcomeOf(result))
        return result
      } catch (error) {
        end(outcomeOfError(error))
        throw error
      }
    },
    stop: () => provider.shutdown(),
  }
}

/** The library drops spans that a collector does not accept, silently. */
function logFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let quietUntilMs = 0
  const report = (error?: Error & { code?: unknown }) => {
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + quietMs
    log.warn({ error: error?.name, code: error?.code }, 'the collector of traces does not accept them')
  }
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) report(result.error)
        onResult(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
