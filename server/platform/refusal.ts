import type { FailureStatus } from '#contract/errors.ts'
import { platformText } from './platform.text.ts'

/** An expected error. Its message is an Italian sentence for the user; the server sends it as the reply. */
export class Refusal extends Error {
  readonly status: FailureStatus
  /** When a retry makes sense. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: FailureStatus, sentence: string, retryAfterSeconds?: number) {
    super(sentence)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** For what does not exist, and for what the viewer may not see: the two must look the same. */
export const notFound = () => new Refusal(404, platformText.notFound)

/** Codes of a database that is stopping, starting, out of connections, space or memory, too slow, or unreachable. */
const unavailableCodes =
  /^(08...|25006|25P03|40001|40P01|53...|55P03|57014|57P0[1-5]|58030|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/

function isUnavailable(error: { code?: unknown; message?: unknown }): boolean {
  if (typeof error.code === 'string' && unavailableCodes.test(error.code)) return true
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
    String(error.message),
  )
}

const refusalsByStatus: Partial<Record<number, [FailureStatus, string]>> = {
  404: [404, platformText.notFound],
  413: [413, platformText.tooLarge],
  415: [415, platformText.unsupportedType],
  416: [416, platformText.noSuchPart],
  503: [503, platformText.unavailable],
}

/** A foreign key violation: the row was deleted after it had been read. */
const isForeignKeyViolation = (error: { code?: unknown }) => error.code === '23503'

/** Returns the refusal for any thrown value, without internal details. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const thrown = (error ?? {}) as { code?: unknown; message?: unknown; statusCode?: unknown }
  if (isUnavailable(thrown)) return new Refusal(503, platformText.unavailable, 5)
  if (isForeignKeyViolation(thrown)) return notFound()
  const status = Number(thrown.statusCode)
  const known = refusalsByStatus[status]
  if (known) return new Refusal(...known)
  return status >= 400 && status < 500
    ? new Refusal(400, platformText.badRequest)
    : new Refusal(500, platformText.internal)
}
