import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { mediaText } from '#server/media/media.text.ts'
import type { Log } from '#server/platform/log.ts'
import type { BucketLocation } from '#server/platform/media-url.ts'
import { contentTypeOf, type FileRequest, type OpenedFile } from '#server/platform/picture-files.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { type FileStore, isPictureFile } from './file-store.ts'
import { inThreeTries } from './three-tries.ts'

/** From the request to the head of the reply; a picture's file has at most 1.3 MB, which are sent meanwhile. */
const requestTimeoutMs = 5000
/** A file may take longer: a video has up to 26 MB. */
const leastBytesPerMs = 1500
const connectionTimeoutMs = 1900
/** For so long a reply may pause: a client that is slower than that loses its picture. */
const socketTimeoutMs = 20_000
const maxAttempts = 2
/** After a request that the store did not answer in time, others are refused at once for so long. */
const pauseMs = 3000
/** Each picture that is being sent has a connection of its own, for as long as its client is slow. */
const maxConnections = 2000
/** All errors but the first in this time are left out of the log. */
const quietMs = 10_000

type StoreError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }
const statusOf = (error: unknown) => (error as StoreError).$metadata?.httpStatusCode

/** @param cause what the store answered, for the operator: `500 (InternalError)`. */
const storeAway = (cause?: string) => Object.assign(new Refusal(503, mediaText.storeAway, 5), { cause })

/** A bucket that refuses this server: a setting is wrong. */
export class UnfitBucket extends Error {}

function createBucketStore(client: S3Client, { bucket, prefix }: BucketLocation, log: Log): FileStore {
  const inTime = createBreaker(log)
  const of = (file: string) => ({ Bucket: bucket, Key: `${prefix}${file}` })
  const open = async (file: string, { range, isHead, signal }: FileRequest): Promise<OpenedFile> => {
    const input = { ...of(file), ...(range !== undefined && { Range: range }) }
    const abortSignal = signal
    if (isHead) {
      const head = await inTime(() => client.send(new HeadObjectCommand(input), { abortSignal }))
      return { body: null, length: head.ContentLength, range: undefined, modifiedAt: head.LastModified }
    }
    const found = await inTime(() => client.send(new GetObjectCommand(input), { abortSignal }))
    return {
      body: found.Body as Readable,
      length: found.ContentLength,
      range: found.ContentRange,
      modifiedAt: found.LastModified,
    }
  }
  return {
    source: { open },
    refuseWhenUnavailable: () => inTime(async () => undefined),
    async put(file, data) {
      const input = { ...of(file), Body: data, ContentType: contentTypeOf(file) }
      const requestTimeout = requestTimeoutMs + data.length / leastBytesPerMs
      await inTime(() => client.send(new PutObjectCommand(input), { requestTimeout }))
    },
    async copy(from, to) {
      const source = `${bucket}/${prefix}${from}`
      await inTime(() => client.send(new CopyObjectCommand({ ...of(to), CopySource: encodeURI(source) })))
    },
    async read(file) {
      const { Body } = await inTime(() => client.send(new GetObjectCommand(of(file))))
      return Body as Readable
    },
    async remove(file) {
      await inTime(() => client.send(new DeleteObjectCommand(of(file))))
    },
    async findSize(file) {
      try {
        const { ContentLength } = await inTime(() => client.send(new HeadObjectCommand(of(file))))
        return ContentLength ?? 0
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null
        throw error
      }
    },
    async *list() {
      let token: string | undefined
      do {
        const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: token }
        const page = await inThreeTries(() => inTime(() => client.send(new ListObjectsV2Command(input))))
        yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)).filter(isPictureFile)
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
  }
}

function createClient({ endpoint, region, pathStyle }: BucketLocation): S3Client {
  const agent = { maxSockets: maxConnections, keepAlive: true }
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    maxAttempts,
    // Not all stores support the checksums that the library adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: socketTimeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

/** The answer to a HEAD request has no body that says more than its status. */
function describeAnswer(error: StoreError): string {
  const status = statusOf(error)
  if (status === undefined) return error.code ?? error.name
  return error.name === 'Unknown' ? String(status) : `${status} (${error.name})`
}

type InTime = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Turns the errors of requests into refusals. While the store does not answer, those that would wait for it are refused
 * at once: forty pictures in the queue would wait for ten seconds each.
 */
function createBreaker(log: Log): InTime {
  let pausedUntilMs = 0
  let quietUntilMs = 0
  let lastAnswer: string | undefined
  const report = (error: StoreError) => {
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + quietMs
    const { name, code, message } = error
    const status = statusOf(error)
    // The message of a reply may name the file.
    log.warn({ error: name, status, ...(status === undefined && { code, message }) }, 'the store of pictures fails')
  }
  return async (work) => {
    if (performance.now() < pausedUntilMs) throw storeAway(lastAnswer)
    try {
      return await work()
    } catch (error) {
      const { name } = error as StoreError
      if (name === 'AbortError') throw storeAway()
      if (name === 'NoSuchKey' || name === 'NotFound') throw notFound()
      if (statusOf(error) === 416) throw Object.assign(new Error('no such part'), { statusCode: 416 })
      if (name === 'TimeoutError') pausedUntilMs = performance.now() + pauseMs
      report(error as StoreError)
      lastAnswer = describeAnswer(error as StoreError)
      throw storeAway(lastAnswer)
    }
  }
}

const checkFile = 'dintorni-check'

/**
 * Opens a bucket for a server. Throws an UnfitBucket when the store refuses to write, because of a wrong setting; an
 * unreachable store is only logged, because it may come back and everything without pictures works meanwhile.
 * @param log gets why the store fails, without the names of files.
 */
export async function openBucketStore(location: BucketLocation, log: Log): Promise<FileStore> {
  const client = createClient(location)
  const input = { Bucket: location.bucket, Key: `${location.prefix}${checkFile}` }
  try {
    await client.send(new PutObjectCommand({ ...input, Body: Buffer.from('dintorni') }))
    await client.send(new DeleteObjectCommand(input))
  } catch (error) {
    const status = statusOf(error)
    const { name } = error as StoreError
    if (name === 'CredentialsProviderError')
      throw new UnfitBucket('no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    if (status !== undefined && status < 500 && ![408, 425, 429].includes(status))
      throw new UnfitBucket(`the store answers ${describeAnswer(error as StoreError)}`)
    log.warn({ error: name, status }, 'the store of pictures is away')
  }
  return createBucketStore(client, location, log)
}
