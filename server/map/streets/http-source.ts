import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Source } from 'pmtiles'
import { maxReadBytes } from '#server/map/archives/pmtiles.ts'
import { UnfitArchive } from '#server/map/archives/archive.ts'
import type { Outbound } from '#server/platform/outbound-requests.ts'

const attempts = 5
/** Doubled with each attempt. */
const pauseMs = 500
const timeoutMs = 60_000

const isTemporary = (status: number) => status === 429 || status >= 500

type Answer = { status: number; etag: string | null; body: AsyncIterable<Uint8Array> }
type Ask = (url: string, request: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Answer>

const nothing = Readable.from([])

/** For addresses that the operator chooses. Follows redirects. */
const ask: Ask = async (url, request) => {
  const { status, headers, body } = await fetch(url, request)
  return { status, etag: headers.get('etag'), body: body ?? nothing }
}

/** For addresses that others choose: public ones only. A redirect is an answer like any other. */
const askThrough =
  (outbound: Outbound): Ask =>
  (url, request) =>
    new Promise((resolve, reject) => {
      const onResponse = (response: IncomingMessage) => {
        const { statusCode: status = 500, headers } = response
        // Nobody reads what else follows, which may be long.
        if (status !== 206) response.destroy()
        resolve({ status, etag: headers.etag ?? null, body: response })
      }
      outbound.request(url, request, onResponse).on('error', reject).end()
    })

/** Reads the body, and no more of it than was asked for. */
async function readBody({ body }: Answer, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new UnfitArchive('answers with more than was asked for')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks)).buffer
}

const unreachable = (reason: string) => new UnfitArchive(`cannot be fetched: ${reason}`, 'unreachable')

type HttpSourceOptions = {
  /** Before the second attempt. */
  firstPauseMs?: number
  /** Makes the requests, which otherwise reach any address. */
  outbound?: Outbound
}

/**
 * Reads an archive from a web server by ranges. A request that fails for now is repeated, four times at most; what
 * cannot get better is an UnfitArchive, whose message goes on after the address.
 */
export function httpSource(url: string, { firstPauseMs = pauseMs, outbound }: HttpSourceOptions = {}): Source {
  const send = outbound ? askThrough(outbound) : ask
  let etag: string | null | undefined

  async function request(offset: number, length: number): Promise<ArrayBuffer> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' }
    const answer = await send(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    const { status } = answer
    if (isTemporary(status)) throw new Error(`answers with ${status}`)
    if (status === 200) throw new UnfitArchive('is on a server that cannot send parts of a file (ranges)')
    if (status === 416) throw new UnfitArchive('is shorter than it says')
    if (status !== 206) throw unreachable(`its server answers ${status}`)
    etag ??= answer.etag
    if (answer.etag !== etag) throw new UnfitArchive('has been replaced meanwhile: begin again', 'replaced')
    const data = await readBody(answer, length)
    // Only the first read, of header and directory, may reach past the end of a small file.
    if (data.byteLength < length && offset > 0) throw new Error('is cut off')
    return data
  }

  return {
    getKey: () => url,
    async getBytes(offset, length) {
      if (length > maxReadBytes) throw new UnfitArchive('has a part that is too large')
      for (let attempt = 1; ; attempt++) {
        try {
          return { data: await request(offset, length), ...(etag && { etag }) }
        } catch (error) {
          if (error instanceof UnfitArchive) throw error
          const { cause, message } = error as Error
          if (attempt === attempts) throw unreachable(cause instanceof Error ? cause.message : message)
          await wait(firstPauseMs * 2 ** (attempt - 1))
        }
      }
    },
  }
}
