import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { findFreePort } from './free-port.ts'

/**
 * A store with as much of the S3 protocol as the server needs, which also checks signatures (AWS Signature Version 4).
 * npm's s3rver, and the fork of it that is maintained, refuse the signature of a list whose prefix contains a slash,
 * and neither hangs when asked to.
 */
export type S3Server = {
  /** A MEDIA_URL of this store, with a bucket that exists. */
  mediaUrl: (prefix?: string) => string
  /** Variables of a server that may use it. */
  environment: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** The content of the bucket by key. */
  objects: Map<string, StoredObject>
  /** `GET /pictures/a`, in the order of arrival. */
  requests: string[]
  /** Responses that are still being sent. */
  countOpen: () => number
  /** Breaks all connections and accepts none. */
  stop: () => Promise<void>
  /** Listens on the same port, with the same objects. */
  restart: () => Promise<void>
  /**
   * `silent` never answers, `half` sends the head and half of each object, `failing` answers 500, `holding` answers a
   * read only once it behaves otherwise.
   */
  behave: (behaviour: Behaviour) => void
}
type StoredObject = { data: Buffer; type: string; modifiedAt: Date }
type Behaviour = 'normal' | 'silent' | 'half' | 'failing' | 'holding'

const bucket = 'pictures'
const environment = { AWS_ACCESS_KEY_ID: 'dintorni', AWS_SECRET_ACCESS_KEY: 'a-secret-of-tests' }

/** Objects that are files of a folder as well, written before they are acknowledged, so that `kill -9` loses none. */
class ObjectsInFolder extends Map<string, StoredObject> {
  private readonly folder: string

  constructor(folder: string) {
    super()
    this.folder = folder
    for (const file of readdirSync(folder).filter((name) => !name.endsWith('.unfinished')))
      super.set(decodeURIComponent(file), deserialize(readFileSync(path.join(folder, file))) as StoredObject)
  }

  override set(key: string, object: StoredObject): this {
    const unfinished = `${this.fileOf(key)}.unfinished`
    writeFileSync(unfinished, serialize(object))
    renameSync(unfinished, this.fileOf(key))
    return super.set(key, object)
  }

  override delete(key: string): boolean {
    rmSync(this.fileOf(key), { force: true })
    return super.delete(key)
  }

  private fileOf(key: string): string {
    return path.join(this.folder, encodeURIComponent(key))
  }
}

/**
 * Starts the store.
 * @param place its port, a free one by default; and a folder for the objects, which otherwise end with this process.
 */
export async function startS3Server(place: { port?: number; folder?: string } = {}): Promise<S3Server> {
  const objects = place.folder === undefined ? new Map<string, StoredObject>() : new ObjectsInFolder(place.folder)
  const requests: string[] = []
  const open = new Set<ServerResponse>()
  let behaviour: Behaviour = 'normal'
  let change = Promise.withResolvers<void>()
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`)
    open.add(response)
    response.once('close', () => open.delete(response))
    const body = await buffer(request).catch(() => null)
    if (behaviour === 'holding' && request.method === 'GET') await change.promise
    if (!body || behaviour === 'silent') return
    if (behaviour === 'failing') return refuse(response, 500, 'InternalError')
    const failure = findFailure(request, body)
    if (failure) return refuse(response, 403, failure)
    answer(objects, request, response, { body, isHalf: behaviour === 'half' })
  }
  const port = place.port ?? (await findFreePort())
  let server = await listen(port, onRequest)
  return {
    environment,
    objects,
    requests,
    mediaUrl: (prefix = '') => `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port}&region=eu-south-1`,
    countOpen: () => open.size,
    behave(next) {
      behaviour = next
      change.resolve()
      change = Promise.withResolvers()
    },
    async stop() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    async restart() {
      server = await listen(port, onRequest)
    },
  }
}

async function listen(
  port: number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => void onRequest(request, response)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

/** @returns the code of the error for a request that is not signed as it should be. */
function findFailure({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const parts = headers.authorization?.match(
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[\w-]+\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=(\w+)$/,
  )
  if (!parts) return 'AccessDenied'
  const [, keyId, scope = '', signedHeaders = '', signature] = parts
  if (keyId !== environment.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const parameters = query.split('&').map((one) => (one.includes('=') || one === '' ? one : `${one}=`))
  const canonical = [
    method,
    path,
    parameters.toSorted().join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${environment.AWS_SECRET_ACCESS_KEY}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

function answer(
  objects: S3Server['objects'],
  request: IncomingMessage,
  response: ServerResponse,
  { body, isHalf }: { body: Buffer; isHalf: boolean },
): void {
  const url = new URL(request.url ?? '', 'http://store')
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
  const key = rest.join('/')
  if (url.searchParams.get('list-type') === '2') return list(objects, url.searchParams, response)
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  if (request.method === 'PUT') return put(objects, request, response, { key, body })
  const stored = objects.get(key)
  if (!stored) return refuse(response, 404, request.method === 'HEAD' ? undefined : 'NoSuchKey')
  sendObject(stored, request, response, isHalf)
}

function put(
  objects: S3Server['objects'],
  { headers }: IncomingMessage,
  response: ServerResponse,
  { key, body }: { key: string; body: Buffer },
): void {
  const source = headers['x-amz-copy-source']
  const copied = source && objects.get(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ''))
  if (source && !copied) return refuse(response, 404, 'NoSuchKey')
  const stored = copied || { data: body, type: String(headers['content-type']), modifiedAt: new Date() }
  objects.set(key, stored)
  sendXml(response, 200, '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>')
}

function sendObject(
  { data, type, modifiedAt }: StoredObject,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  isHalf: boolean,
): void {
  const [, from = '', to = ''] = headers.range?.match(/^bytes=(\d*)-(\d*)$/) ?? []
  const start = from === '' ? Math.max(0, data.length - Number(to || data.length)) : Number(from)
  const end = from === '' || to === '' ? data.length - 1 : Math.min(Number(to), data.length - 1)
  if (headers.range && (start >= data.length || start > end)) return refuse(response, 416, 'InvalidRange')
  const part = headers.range ? data.subarray(start, end + 1) : data
  response.writeHead(headers.range ? 206 : 200, {
    'content-type': type,
    'content-length': part.length,
    'last-modified': modifiedAt.toUTCString(),
    etag: `"${createHash('md5').update(data).digest('hex')}"`,
    'accept-ranges': 'bytes',
    ...(headers.range && { 'content-range': `bytes ${start}-${end}/${data.length}` }),
  })
  if (method === 'HEAD') response.end()
  else if (isHalf) response.write(part.subarray(0, part.length / 2))
  else response.end(part)
}

/** Lists at most as many keys as the client asks for, in their order, as the protocol demands. */
function list(objects: S3Server['objects'], query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? ''
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, Number(query.get('max-keys') ?? 1000))
  const isTruncated = page.length < keys.length
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.data.length}</Size></Contents>`,
  )
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  sendXml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

function refuse(response: ServerResponse, status: number, code: string | undefined): void {
  if (code === undefined) response.writeHead(status).end()
  else sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
