import fs from 'node:fs'
import path from 'node:path'
import type { DeclaredStatement } from './print-statements.ts'

/** The tables that a top-level declaration names in SQL or in a query of Kysely. */
export type DeclarationTables = { file: string; name: string; tables: string[] }

type Declaration = { file: string; line: number; lastLine: number; name: string; source: string }

const root = process.cwd()
const start = /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class) (\w+)/
const inSql = /\b(?:FROM|JOIN|INTO|UPDATE|USING|TRUNCATE)\s+(?:ONLY\s+|LATERAL\s+)?(\w+)/g
const inKysely = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w+Join)\(\s*'(\w+)/g

function findDeclarations(file: string): Declaration[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const starts = lines.flatMap((line, index) => (start.test(line) ? [index] : []))
  return starts.map((first, position) => ({
    file,
    line: first + 1,
    lastLine: starts[position + 1] ?? lines.length,
    name: lines[first]?.match(start)?.[1] ?? '',
    source: lines.slice(first, starts[position + 1]).join('\n'),
  }))
}

const findNames = (text: string): string[] =>
  [inSql, inKysely].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))

/**
 * Finds the tables that each declaration reads or writes: by the texts of its calls of `statement`, which are whole,
 * otherwise by its source and that of the SQL fragments in it.
 * @param known the names of all tables: others are expressions of the statement itself.
 */
export function findStatementTables(declared: DeclaredStatement[], known: readonly string[]): DeclarationTables[] {
  const files = fs.globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/testing/**', '**/migrations/**'] })
  const declarations = files.flatMap((file) => findDeclarations(path.resolve(file)))
  const fragments = new Map(declarations.filter(({ name }) => name.endsWith('Sql')).map((one) => [one.name, one]))

  function sourcesOf(declaration: Declaration, seen = new Set<string>()): string[] {
    seen.add(declaration.name)
    const mentioned = (declaration.source.match(/\w+Sql\b/g) ?? []).filter((name) => !seen.has(name))
    const inner = [...new Set(mentioned)].flatMap((name) => fragments.get(name) ?? [])
    return [declaration.source, ...inner.flatMap((fragment) => sourcesOf(fragment, seen))]
  }
  const textsOf = ({ file, line, lastLine }: Declaration): string[] =>
    declared.filter((one) => one.file === file && one.line >= line && one.line <= lastLine).map(({ text }) => text)

  return declarations
    .filter(({ name }) => !fragments.has(name))
    .map((declaration) => {
      const texts = textsOf(declaration)
      const names = (texts.length > 0 ? texts : sourcesOf(declaration)).flatMap(findNames)
      return {
        file: path.relative(root, declaration.file),
        name: declaration.name,
        tables: known.filter((table) => names.includes(table)),
      }
    })
}
