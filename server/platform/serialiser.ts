import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod'

/** Irrelevant for serialising, and the compiler rejects their OpenAPI 3.0 form. */
const boundKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

type Serialise = (value: unknown) => string
const serialisers = new WeakMap<z.ZodType, Serialise>()

/** Compiles each schema once: calls with the same output share it. */
function serialiserOf(schema: z.ZodType): Serialise {
  const known = serialisers.get(schema)
  if (known) return known
  const description = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => boundKeywords.forEach((bound) => delete jsonSchema[bound]),
  })
  const serialise = fastJsonStringify(description as fastJsonStringify.AnySchema)
  serialisers.set(schema, serialise)
  return serialise
}

/**
 * Compiles a function that writes values of a schema as JSON. The OpenAPI 3.0 dialect has `nullable`, which the
 * compiler handles; with `anyOf` it would write null as "".
 * @param check parse every value first: the compiled function coerces silently.
 */
export function compileSerialiser(schema: z.ZodType, check: boolean): (value: unknown) => string {
  const serialise = serialiserOf(schema)
  return (value) => serialise(check ? z.parse(schema, value) : value)
}
