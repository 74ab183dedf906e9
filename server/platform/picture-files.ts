import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signalOf } from './client-signal.ts'

/** A client's request for a file. `range`: the part that it asks for. `signal`: aborted when it disconnects. */
export type FileRequest = { range: string | undefined; isHead: boolean; signal: AbortSignal }
/** `body`: null for a HEAD request. `range`: the Content-Range of the reply. */
export type OpenedFile = {
  body: Readable | null
  length: number | undefined
  range: string | undefined
  modifiedAt: Date | undefined
}

/**
 * The store from which the server sends the files of pictures. `open` throws a Refusal 404, 503, or an error with a
 * status.
 */
export type PictureSource = { folder: string } | { open: (file: string, request: FileRequest) => Promise<OpenedFile> }

/** @returns the name that the files of a picture share, and its video; undefined for a file of another kind. */
export const pictureNameOf = (file: string): string | undefined => /^([\w-]{24})(?:-\d+\.webp|\.mp4)$/.exec(file)?.[1]

/** @returns the type in which a picture's file, or its video, is stored and sent. */
export const contentTypeOf = (file: string): string => (file.endsWith('.mp4') ? 'video/mp4' : 'image/webp')

const onePart = /^bytes=(\d+-\d*|-\d+)$/

/**
 * Sends a file of a store as @fastify/static sends one of a folder. Files never change, so their name is their ETag, and
 * the store is not asked for what a client has.
 */
export async function sendStoredFile(
  { open }: Extract<PictureSource, { open: unknown }>,
  request: FastifyRequest,
  reply: FastifyReply,
  { file, caching }: { file: string; caching: string },
): Promise<FastifyReply> {
  const { headers } = request
  const etag = `"${file}"`
  const isHead = request.method === 'HEAD'
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  const validators = { 'cache-control': caching, etag, 'accept-ranges': 'bytes' }
  // Fastify would add a length of 0 to a reply to HEAD.
  const bodyless = isHead ? Readable.from([]) : undefined
  if (known?.includes(etag) || known?.includes('*')) return reply.headers(validators).status(304).send(bodyless)
  const isPart = onePart.test(headers.range ?? '') && (headers['if-range'] ?? etag) === etag && !isHead
  const opened = await open(file, { range: isPart ? headers.range : undefined, isHead, signal: signalOf(reply) })
  const { body, length, range, modifiedAt } = opened
  reply.headers(validators)
  if (modifiedAt) reply.header('last-modified', modifiedAt.toUTCString())
  if (!known && modifiedAt && modifiedAt <= new Date(headers['if-modified-since'] ?? Number.NaN)) {
    body?.destroy()
    return reply.status(304).send(bodyless)
  }
  reply.type(contentTypeOf(file))
  if (length !== undefined) reply.header('content-length', length)
  if (range !== undefined) reply.status(206).header('content-range', range)
  return reply.send(body ?? bodyless)
}
