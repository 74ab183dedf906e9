import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isKnown } from './etag.ts'

type StoredReply = { etag: string; bodies: { encoding: string | null; body: Buffer }[] }

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

async function store(text: string): Promise<StoredReply> {
  const body = Buffer.from(text)
  return {
    etag: etagOf(body),
    bodies: [
      { encoding: 'br', body: await brotli(body) },
      { encoding: 'gzip', body: await gzip(body) },
      { encoding: null, body },
    ],
  }
}

/** Returns a function that sends a text which is the same for everybody: it is created and compressed once. */
export function sendStored(type: string, create: () => string) {
  let stored: Promise<StoredReply> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { etag, bodies } = await (stored ??= store(create()))
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).type(type)
    if (isKnown(etag, headers['if-none-match'])) return reply.status(304).send()
    const accepted = headers['accept-encoding'] ?? ''
    const chosen = bodies.find(({ encoding }) => encoding === null || accepted.includes(encoding))
    if (chosen?.encoding) reply.header('content-encoding', chosen.encoding)
    return reply.send(chosen?.body)
  }
}
