import type { FastifyRequest } from 'fastify'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'

/** A video and its cover. */
const maxFiles = 2

/**
 * Reads a multipart body into the object that the same call would get as JSON. Fastify's body limit does not apply to
 * multipart: here it applies to all parts together. Throws a Refusal 400 or 413.
 */
export async function readMultipartForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let bytesLeft = request.routeOptions.bodyLimit
  if (Number(request.headers['content-length']) > bytesLeft) throw new Refusal(413, platformText.tooLarge)
  const limits = { fileSize: bytesLeft, fieldSize: bytesLeft, files: maxFiles, fields: 50, parts: 50 + maxFiles }
  try {
    for await (const part of request.parts({ limits })) {
      const value = part.type === 'file' ? toDataUrl(part.mimetype, await part.toBuffer()) : part.value
      bytesLeft -= typeof value === 'string' ? value.length : 0
      if (bytesLeft < 0 || (part.type === 'field' && part.valueTruncated)) throw new Refusal(413, platformText.tooLarge)
      fields[part.fieldname] = part.fieldname in fields ? [fields[part.fieldname], value].flat() : value
    }
  } catch (error) {
    // The parser reports a malformed body by an error without a status.
    if (error instanceof Refusal || (error as { statusCode?: unknown }).statusCode) throw error
    throw new Refusal(400, platformText.badRequest)
  }
  return fields
}

/** Handlers get a file as a data URL, like the picture of a JSON body. An empty file counts as absent. */
const toDataUrl = (type: string, bytes: Buffer) =>
  bytes.length > 0 ? `data:${type};base64,${bytes.toString('base64')}` : undefined
