import { setTimeout as wait } from 'node:timers/promises'
import type { Source } from 'pmtiles'
import { maxReadBytes } from '#server/map/archives/pmtiles.ts'
import { UnfitArchive } from '#server/map/archives/archive.ts'

const attempts = 5
/** Doubled with each attempt. */
const pauseMs = 500
const timeoutMs = 60_000

const isTemporary = (status: number) => status === 429 || status >= 500

/** Reads the body, and no more of it than was asked for. */
async function readBody(response: Response, maxBytes: number): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new UnfitArchive('answers with more than was asked for')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks)).buffer
}

/**
 * Reads an archive from a web server by ranges. A request that fails for now is repeated, four times at most; what
 * cannot get better is an UnfitArchive, whose message goes on after the address.
 * @param firstPauseMs before the second attempt.
 */
export function httpSource(url: string, firstPauseMs = pauseMs): Source {
  let etag: string | null | undefined

  async function request(offset: number, length: number): Promise<ArrayBuffer> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}`, 'accept-encoding': 'identity' }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    if (isTemporary(response.status)) throw new Error(`answers with ${response.status}`)
    if (response.status === 200) throw new UnfitArchive('is on a server that cannot send parts of a file (ranges)')
    if (response.status === 416) throw new UnfitArchive('is shorter than it says')
    if (response.status !== 206) throw new UnfitArchive(`cannot be fetched: its server answers ${response.status}`)
    etag ??= response.headers.get('etag')
    if (response.headers.get('etag') !== etag) throw new UnfitArchive('has been replaced meanwhile: begin again')
    const data = await readBody(response, length)
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
          if (attempt === attempts)
            throw new UnfitArchive(`cannot be fetched: ${cause instanceof Error ? cause.message : message}`)
          await wait(firstPauseMs * 2 ** (attempt - 1))
        }
      }
    },
  }
}
