import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod'

/** Say nothing to a writer, and the 3.0 dialect spells them in a way that the compiler refuses. */
const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

/** A reply that has been serialised to JSON already. */
export class SerializedReply<Value> {
  readonly json: Buffer
  /** Never set: it carries the type of the reply. */
  readonly value?: Value
  constructor(json: Buffer) {
    this.json = json
  }
}

type Write = (value: unknown) => string
const writers = new WeakMap<z.ZodType, Write>()

/** Compiled once for each schema: calls that reply alike share one. */
function writerOf(schema: z.ZodType): Write {
  const known = writers.get(schema)
  if (known) return known
  const described = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => bounds.forEach((bound) => delete jsonSchema[bound]),
  })
  const write = fastJsonStringify(described as fastJsonStringify.AnySchema)
  writers.set(schema, write)
  return write
}

/**
 * Gives the writer of JSON for what a schema describes. The 3.0 dialect says `nullable`, which the
 * compiler writes faithfully; from `anyOf` it would make "" of null.
 * @param check parse every value by the schema first: the compiled writer coerces in silence.
 */
export function compileSerialiser(schema: z.ZodType, check: boolean): (value: unknown) => string | Buffer {
  const write = writerOf(schema)
  return (value) => {
    if (!(value instanceof SerializedReply)) return write(check ? z.parse(schema, value) : value)
    if (check) z.parse(schema, JSON.parse(value.json.toString()))
    return value.json
  }
}
