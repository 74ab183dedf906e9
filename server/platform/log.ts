import pino from 'pino'

export type Log = pino.Logger

/**
 * Returns what may be logged of an error. A database error quotes values (e-mail addresses, texts) in its message and
 * detail, so only its codes and its stack are logged.
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

/**
 * Lines are written together: a write for each line is expensive under load. A pipe takes up to 4,096 bytes at once, so
 * that the lines of several programs do not mix.
 */
const bufferBytes = 3072
const maxWriteBytes = 4096
const flushIntervalMs = 100
/** Pino's level `warn`. */
const warnLevel = 40

/**
 * Creates a log of JSON lines; warnings are written at once. Requests are logged by route pattern, never by URL,
 * header, body or address, so that no line contains a secret or a position.
 */
export function createLog(level: string): Log {
  const output = pino.destination({ dest: 1, sync: false, minLength: bufferBytes, maxWrite: maxWriteBytes })
  setInterval(() => output.flush(), flushIntervalMs).unref()
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, write, level) {
          write.apply(this, args)
          if (level >= warnLevel) output.flushSync()
        },
      },
    },
    output,
  )
}
