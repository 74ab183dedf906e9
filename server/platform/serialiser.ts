import fastJsonStringify from 'fast-json-stringify'
import * as z from 'zod'

/**
 * Compiles a writer of JSON for what a schema describes. The 3.0 dialect says `nullable`, which the
 * compiler writes faithfully; from `anyOf` it would make "" of null.
 * @param check parse every value by the schema first: the compiled writer coerces in silence.
 */
export function compileSerialiser(schema: z.ZodType, check: boolean): (value: unknown) => string {
  const write = fastJsonStringify(z.toJSONSchema(schema, { target: 'openapi-3.0' }) as fastJsonStringify.AnySchema)
  return check ? (value) => write(z.parse(schema, value)) : write
}
