import { createHash } from 'node:crypto'

/** Returns the ETag of a content and of nothing else, so that it reveals no more than the content does. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url')}"`

/** @param ifNoneMatch the header with what the client has. */
export const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false
