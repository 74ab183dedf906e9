import type { FailureStatus } from '#contract/errors.ts'
import { platformText } from './platform.text.ts'

/** An expected refusal: its sentence is Italian and reaches the person. Thrown anywhere, answered once by the engine. */
export class Refusal extends Error {
  readonly status: FailureStatus
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: FailureStatus, sentence: string, retryAfter?: number) {
    super(sentence)
    this.status = status
    this.retryAfterSeconds = retryAfter
  }
}

/** Also what may not be seen: nobody learns that it exists. */
export const notFound = () => new Refusal(404, platformText.notFound)

/** Codes of a database that is stopping, starting, full of connections, out of space or memory, too slow, or out of reach. */
const unavailableCodes =
  /^(08...|25006|25P03|40001|40P01|53...|55P03|57014|57P0[1-5]|58030|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/

function isUnavailable(error: { code?: unknown; message?: unknown }): boolean {
  if (typeof error.code === 'string' && unavailableCodes.test(error.code)) return true
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
    String(error.message),
  )
}

const ownSentences: Partial<Record<number, [FailureStatus, string]>> = {
  404: [404, platformText.notFound],
  413: [413, platformText.tooLarge],
  415: [415, platformText.unsupportedType],
  503: [503, platformText.unavailable],
}

/** A row that was there when it was looked for, and gone when another was to refer to it. */
const isReferenceLost = (error: { code?: unknown }) => error.code === '23503'

/** Whatever was thrown, as what a person may read: nothing of the inside leaves. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const thrown = (error ?? {}) as { code?: unknown; message?: unknown; statusCode?: unknown }
  if (isUnavailable(thrown)) return new Refusal(503, platformText.unavailable, 5)
  if (isReferenceLost(thrown)) return notFound()
  const status = Number(thrown.statusCode)
  const own = ownSentences[status]
  if (own) return new Refusal(...own)
  return status >= 400 && status < 500
    ? new Refusal(400, platformText.badRequest)
    : new Refusal(500, platformText.internal)
}
