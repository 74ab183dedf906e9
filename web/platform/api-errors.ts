import { platformText } from './platform.text.ts'

/** The server refused; `message` is its Italian sentence. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** Seconds from the Retry-After header; null without one. */
  readonly retryAfter: number | null
  constructor(status: number, sentence: string, retryAfter: number | null = null) {
    super(sentence)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** No reply; `message` is the technical detail. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** A reply that is not one of this API. */
export class InvalidReplyError extends Error {
  override name = 'InvalidReplyError'
}

/** Returns the sentence to show about a failed call. */
export function errorMessage(error: unknown) {
  if (error instanceof ApiError) return error.message
  if (error instanceof NetworkError) return platformText.networkError
  return platformText.unexpectedError
}

/** Whether the requested item does not exist for this viewer. A malformed id (400) counts as well. */
export const isGone = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)
