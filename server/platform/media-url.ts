import * as z from 'zod'

/** A bucket of an S3-compatible store. */
export type BucketLocation = {
  bucket: string
  /** All keys begin with it; empty, or it ends with a slash. */
  prefix: string
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  /** Whether the bucket is named in the path instead of the host. */
  pathStyle: boolean
}

const form = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&path_style=on'

const parametersOf = z.strictObject({
  endpoint: z
    .string()
    .refine((value) => /^https?:\/\/[^/?#@]+\/?$/.test(value) && URL.canParse(value), {
      error: 'must be http://HOST:PORT or https://HOST:PORT',
    })
    .optional(),
  region: z
    .string()
    .regex(/^[a-z\d-]+$/i, { error: 'must be the name of a region' })
    .default('us-east-1'),
  path_style: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
})

/** Parses `s3://…`. Throws an Error whose message says in one line what is wrong; it repeats nothing that is secret. */
export function parseMediaUrl(value: string): BucketLocation {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol !== 's3:') throw new Error(`must be ${form}`)
  if (url.username || url.password)
    throw new Error('must not contain credentials: these are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(url.host))
    throw new Error('must name a bucket after s3://: 3 to 63 lower-case letters, digits, dots and hyphens')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!/^([\w.-]+(\/[\w.-]+)*)?$/.test(prefix) || url.hash) throw new Error(`must be ${form}`)
  const parsed = parametersOf.safeParse(Object.fromEntries(url.searchParams))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = issue?.path.join('.')
    throw new Error(name ? `${name} ${issue?.message}` : `may contain endpoint, region and path_style only`)
  }
  const { endpoint, region, path_style } = parsed.data
  return {
    bucket: url.host,
    prefix: prefix && `${prefix}/`,
    endpoint: endpoint?.replace(/\/$/, ''),
    region,
    // Stores at an address of one's own seldom have a host name for each bucket.
    pathStyle: path_style ? path_style === 'on' : endpoint !== undefined,
  }
}
