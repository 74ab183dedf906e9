import { toRefusal } from '#server/platform/refusal.ts'
import type { ServerProcess } from '#server/testing/harness/server-process.ts'

/** Returns the errors in the log of a server that people saw as 500. */
export const findUnexpectedErrors = (server: ServerProcess): object[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request failed"'))
    .map((line) => (JSON.parse(line) as { err: object }).err)
    .filter((error) => toRefusal(error).status === 500)
