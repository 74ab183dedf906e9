import pino from 'pino'

export type Log = pino.Logger

/**
 * What may be said of an error. A database error quotes values (addresses, texts) in its message
 * and detail, so only its codes and its place are kept.
 */
function describeError(error: Error & { code?: unknown; constraint?: unknown; severity?: unknown }) {
  const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')).join('\n')
  const quotesValues = error.severity !== undefined
  return {
    type: error.name,
    code: error.code,
    constraint: error.constraint,
    message: quotesValues ? undefined : error.message,
    stack: frames,
  }
}

/** JSON lines. Requests are logged by route pattern, never by URL, header, body or address: none can carry a secret or a position. */
export function createLog(level: string): Log {
  return pino({ level, base: null, serializers: { err: describeError }, timestamp: pino.stdTimeFunctions.isoTime })
}
