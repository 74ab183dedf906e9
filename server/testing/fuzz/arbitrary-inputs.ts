import fc from 'fast-check'
import * as z from 'zod'
import { calls } from '#contract/calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'

// Generates inputs of a call from its schema, so that a new call is fuzzed without further code.

export type Fields = Record<string, unknown>
/** The viewer's id, and the values of fields for ids and pictures. */
export type FuzzContext = { viewer: number | undefined; ids: number[]; picture: string }

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  multipleOf?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
/** Only pictures may be longer. */
const maxTextLength = 100_000

/** Text of full length that normalisation makes longer: NFD threefold (각), NFKD eighteenfold (ﷺ), lower case (İ). */
const growingText = (length: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', 'roma', 'giulia'), fc.constantFrom('각', 'ﷺ', 'ǖ', 'İ', '𝅘𝅥𝅮'))
    .map(([start, letter]) => start + letter.repeat(Math.floor((length - start.length) / letter.length)))

/** Values that mostly satisfy the schema. JSON Schema lacks refinements, which the call checks itself. */
function validValue(field: string, json: JsonSchema, known: FuzzContext): fc.Arbitrary<unknown> {
  const only = json.anyOf?.find(({ type }) => type !== 'null')
  if (only) return validValue(field, only, known)
  if (json.const !== undefined) return fc.constant(json.const)
  if (json.enum) return fc.constantFrom(...json.enum)
  if (json.format === 'uuid') return fc.uuid()
  if (/_id$|^up_to$/.test(field)) return fc.constantFrom(...known.ids)
  if (json.type === 'integer')
    return fc
      .integer({ min: json.minimum ?? 0, max: Math.min(json.maximum ?? 50, 50) })
      .map((n) => n * (json.multipleOf ?? 1))
  if (json.type === 'number') return fc.double({ min: json.minimum ?? -90, max: json.maximum ?? 90, noNaN: true })
  if (json.type === 'boolean') return fc.boolean()
  if (json.type === 'array') return fc.array(validValue(field, json.items ?? {}, known), { maxLength: 3 })
  if (json.type === 'object')
    return fc.record(
      Object.fromEntries(
        Object.entries(json.properties ?? {}).map(([name, inner]) => [name, validValue(name, inner, known)]),
      ),
    )
  if (json.format === 'email') return fc.constantFrom('nessuno@example.it', 'vittima@example.it')
  if (json.format === 'uri') return fc.constantFrom('https://example.it/x', 'https://example.it/y')
  if (json.pattern)
    return fc.stringMatching(new RegExp(json.pattern), { size: 'small' }).map((text) => text.slice(0, json.maxLength))
  if ((json.maxLength ?? 0) > maxTextLength) return fc.constant(known.picture)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({
        unit: 'grapheme',
        minLength: json.minLength ?? 1,
        maxLength: Math.min(json.maxLength ?? 60, 60),
      }),
    },
    { weight: 1, arbitrary: growingText(Math.min(json.maxLength ?? 60, 300)) },
  )
}

function validField(call: Endpoint, field: string, schema: z.ZodType, known: FuzzContext): fc.Arbitrary<unknown> {
  if (field === call.actingAs) return fc.constant(known.viewer ?? 0)
  const output = toJsonSchema(schema, 'output')
  return validValue(
    field,
    Object.keys(output).some((key) => !key.startsWith('$')) ? output : toJsonSchema(schema, 'input'),
    known,
  )
}

const shapeOf = (call: Endpoint) => Object.entries(call.input.shape as Record<string, z.ZodType>)

/** Inputs that mostly pass validation and reach the code behind it. */
export function validInput(name: CallName, known: FuzzContext): fc.Arbitrary<Fields> {
  // A cursor is valid in its own list only.
  const shape = shapeOf(calls[name]).filter(([field]) => field !== 'cursor')
  const requiredKeys = shape.filter(([, schema]) => !schema.safeParse(undefined).success).map(([field]) => field)
  return fc.record(
    Object.fromEntries(shape.map(([field, schema]) => [field, validField(calls[name], field, schema, known)])),
    { requiredKeys },
  )
}

/** Returns one valid input, always the same. Throws when it finds none. */
export function exampleInput(name: CallName, known: FuzzContext): Fields {
  const example = fc
    .sample(validInput(name, known), { seed: 1, numRuns: 200 })
    .find((sample) => calls[name].input.safeParse(sample).success)
  if (!example) throw new Error(`no example of ${name} was found`)
  return example
}

const repeated = (text: string, min: number, max: number) => fc.integer({ min, max }).map((times) => text.repeat(times))

/** Created once: creating it takes longer than sending its values. */
const anyText = fc.string({ unit: 'binary', maxLength: 300 })

/** Values that no field accepts. */
const hostileValue = (known: FuzzContext): fc.Arbitrary<unknown> =>
  fc.oneof(
    anyText,
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom<unknown>(...known.ids),
    fc.constantFrom<unknown>(
      '',
      ' ',
      'null',
      'undefined',
      'NaN',
      'Infinity',
      '1e999',
      '-0',
      '-1',
      '0x10',
      '9007199254740993',
      '-9223372036854775809',
      '1,2',
      '1.5',
      'true',
      '[object Object]',
      '\0',
      'a\0b',
      '\u202eciao\u202d',
      '\u2066ciao',
      '\u200b\u200d\ufeff',
      '\ud800',
      'a\udfff',
      '👩‍👩‍👧‍👦🏳️‍🌈',
      'ﷺ',
      '\r\nSet-Cookie: sid=x',
      "'; DROP TABLE users; --",
      "' OR 1=1 --",
      '%',
      '%_\\',
      '\\',
      '${7*7}',
      '{{7*7}}',
      '<script>alert(1)</script>',
      '../../../etc/passwd',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'data:image/png;base64,',
      'alice',
      '__proto__',
      'constructor',
    ),
    repeated('a\u0301\u0327\u0489', 20, 400),
    repeated('a', 2000, 70_000),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(fc.integer(), fc.string()), { maxLength: 3 }),
    fc.constantFrom<unknown>(
      { a: 1 },
      { $gt: '' },
      { toString: 1 },
      { length: -1 },
      { valueOf: null, toString: null },
      [[[[]]]],
    ),
  )

/** Inputs that are valid except for one field, so that validation reaches each field. */
const inputWithHostileField = (name: CallName, known: FuzzContext): fc.Arbitrary<Fields> => {
  const fields = shapeOf(calls[name]).map(([field]) => field)
  if (fields.length === 0) return fc.constant({})
  return fc
    .tuple(validInput(name, known), fc.constantFrom(...fields), fc.oneof(hostileValue(known), fc.constant(undefined)))
    .map(([valid, field, value]) => ({ ...valid, [field]: value }))
}

const hostileInput = (name: CallName, known: FuzzContext): fc.Arbitrary<Fields> =>
  fc.record(Object.fromEntries(shapeOf(calls[name]).map(([field]) => [field, hostileValue(known)])), {
    requiredKeys: [],
  })

/** An HTTP request to a call. */
export type Message = { path: string; method: 'GET' | 'POST'; type?: string; body?: string | Buffer }

type Writer = (fields: Fields, name: CallName) => Message

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value.toWellFormed()
  if (value === undefined || typeof value !== 'object') return String(value)
  return JSON.stringify(value)
}
const pairs = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]): [string, string] => [field, asText(value)])

const requestLine = (name: CallName) => ({ method: addressOf(name).method, path: addressOf(name).url })
/** Encodes fields as a form or a query. */
export const toForm = (fields: Fields) => new URLSearchParams(pairs(fields))
const encoded = (fields: Fields) => toForm(fields).toString()
const doubled = (fields: Fields) => `${encoded(fields)}&${encoded(fields)}`
const nested = (fields: Fields) =>
  pairs(fields)
    .map(
      ([field, value]) =>
        `${encodeURIComponent(field)}[]=${encodeURIComponent(value)}&${encodeURIComponent(field)}[__proto__]=1`,
    )
    .join('&')

/** Node refuses a head of more than 16 kB before our code runs. */
const maxQueryLength = 12_000
const queryWriters: Writer[] = [
  encoded,
  doubled,
  nested,
  (fields: Fields) => `${encoded(fields)}&__proto__=1&constructor=1&hasOwnProperty=1`,
  (fields: Fields) => `${encoded(fields)}&%zz=%&=&&`,
].map((write) => (fields, name) => ({
  ...requestLine(name),
  path: `${requestLine(name).path}?${write(fields).slice(0, maxQueryLength)}`,
}))

const json = (body: string, name: CallName): Message => ({ ...requestLine(name), type: 'application/json', body })
const form = (body: string, name: CallName): Message => ({
  ...requestLine(name),
  type: 'application/x-www-form-urlencoded',
  body,
})

/** Encodes a multipart body by hand, because libraries refuse to write invalid ones. */
function encodeParts(
  fields: Fields,
  disposition: (field: string) => string,
  boundary = 'limite',
  end = `--${boundary}--\r\n`,
): Buffer {
  const encodedParts = pairs(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition(field)}\r\n\r\n${value}\r\n`,
  )
  return Buffer.from(`${encodedParts.join('')}${end}`)
}
const multipart = (body: Buffer, name: CallName, boundary = 'boundary=limite'): Message => ({
  ...requestLine(name),
  type: `multipart/form-data; ${boundary}`,
  body,
})
const named = (field: string) => `name="${field}"`

const bodyWriters: Writer[] = [
  (fields, name) => json(JSON.stringify(fields), name),
  (fields, name) => json(JSON.stringify(fields), name),
  (fields, name) => json(JSON.stringify(fields).replace(/^\{(.+)\}$/s, '{$1,$1}'), name),
  (fields, name) =>
    json(`{"__proto__":{"user_id":1},"constructor":{"prototype":{"x":1}},${JSON.stringify(fields).slice(1)}`, name),
  (fields, name) => json(JSON.stringify([fields]), name),
  (fields, name) => json(JSON.stringify(JSON.stringify(fields)), name),
  (fields, name) => json(JSON.stringify(fields).slice(0, -1), name),
  (fields, name) => form(encoded(fields), name),
  (fields, name) => form(doubled(fields), name),
  (fields, name) => form(nested(fields), name),
  (fields, name) => form(`${encoded(fields)}&__proto__[admin]=1&__proto__=1&%zz=%`, name),
  (fields, name) => multipart(encodeParts(fields, named), name),
  (fields, name) =>
    multipart(
      encodeParts(
        fields,
        (field) => `${named(field)}; filename="../../${field}\\..\\x.png"\r\nContent-Type: text/html`,
      ),
      name,
    ),
  (fields, name) =>
    multipart(
      encodeParts(
        fields,
        (field) => `${named(field)}; filename*=UTF-8''%00%ff; filename="a\0b"\r\nContent-Type: image/svg+xml`,
      ),
      name,
    ),
  (fields, name) =>
    multipart(
      encodeParts({ ...fields, ...fields, __proto: 1 }, () => 'name="__proto__"'),
      name,
    ),
  (fields, name) =>
    multipart(
      encodeParts(fields, () => 'name=""; filename=""'),
      name,
    ),
  (fields, name) => multipart(encodeParts(fields, named, 'altro'), name),
  (fields, name) => multipart(encodeParts(fields, named, 'limite', ''), name),
  (fields, name) => multipart(encodeParts(fields, named), name, ''),
  (fields, name) => multipart(encodeParts(fields, named), name, `boundary="${'x'.repeat(300)}"`),
  (fields, name) => multipart(encodeParts(fields, named, "a'()+_,-./:=?"), name, `boundary="a'()+_,-./:=?"`),
  (fields, name) => ({ ...json(JSON.stringify(fields), name), type: 'application/json; charset=utf-7' }),
  (fields, name) => ({
    ...json(JSON.stringify(fields), name),
    type: 'application/json, multipart/form-data; boundary=x',
  }),
]

/** Requests that a client may send to a call: valid, with one or all fields hostile, in any encoding. */
export function anyMessage(name: CallName, known: FuzzContext): fc.Arbitrary<Message> {
  const input = fc.oneof(
    { weight: 2, arbitrary: validInput(name, known) },
    { weight: 4, arbitrary: inputWithHostileField(name, known) },
    { weight: 1, arbitrary: hostileInput(name, known) },
  )
  const [first, ...others] = addressOf(name).method === 'GET' ? queryWriters : bodyWriters
  const writer = fc.oneof(fc.constant(first!), fc.constantFrom(...others))
  return fc.tuple(input, writer).map(([fields, write]) => write(fields, name))
}
