import pino from 'pino'

export type Log = pino.Logger

/**
 * What may be said of an error. A database error quotes values (addresses, texts) in its message
 * and detail, so only its codes and its place are kept.
 */
function describeError(error: Error & { code?: unknown; constraint?: unknown; severity?: unknown }) {
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')
  const quotesValues = error.severity !== undefined
  return {
    type: error.name,
    code: error.code,
    constraint: error.constraint,
    message: quotesValues ? undefined : error.message,
    stack: frames,
  }
}

/** Bytes that are gathered before they are written, and milliseconds that they wait at most: a write for each line is dear under load. */
const gathered = { bytes: 4096, ms: 100 }
const warning = 40

/** JSON lines, those that warn at once. Requests are logged by route pattern, never by URL, header, body or address: none can carry a secret or a position. */
export function createLog(level: string): Log {
  const output = pino.destination({ dest: 1, sync: false, minLength: gathered.bytes })
  setInterval(() => output.flush(), gathered.ms).unref()
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(line, write, of) {
          write.apply(this, line)
          if (of >= warning) output.flushSync()
        },
      },
    },
    output,
  )
}
