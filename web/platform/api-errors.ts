import { platformText } from './platform.text.ts'

/** The server refused, and said why in one Italian sentence. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** Seconds after which the server wants to be asked again; null where it did not say. */
  readonly retryAfter: number | null
  constructor(status: number, sentence: string, retryAfter: number | null = null) {
    super(sentence)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** No answer came; `message` is the technical detail. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** An answer came that is not one of this API. */
export class InvalidReplyError extends Error {
  override name = 'InvalidReplyError'
}

/** What to tell a person about a failed call. */
export function errorMessage(error: unknown) {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return platformText.network
  return platformText.unexpected
}

/** What was asked for does not exist, or not for this viewer; an address that is no id (400) names nothing either. */
export const isGone = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)
