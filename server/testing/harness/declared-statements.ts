import { execFileSync } from 'node:child_process'
import type { DeclaredStatement } from './print-statements.ts'

/** Returns every declared statement of the server. */
export function readDeclaredStatements(): DeclaredStatement[] {
  const script = 'server/testing/harness/print-statements.ts'
  return JSON.parse(execFileSync('node_modules/.bin/node', [script], { encoding: 'utf8' })) as DeclaredStatement[]
}
