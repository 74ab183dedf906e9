import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Declaration, declaredStatements } from './statement.ts'

/** The name of all further queries, so that the number of names is bounded whatever texts the code builds. */
const otherName = 'other'
const maxNames = 500
/** Texts whose names are remembered. */
const maxTexts = 1000

const fileAndLine = /file:\/\/(\S+):(\d+):\d+/
/** The beginning of a declaration at the top of a module. */
const declarationStart = /^(?:export )?(?:const|(?:async )?function) (\w+)/

/**
 * Names queries: a declared statement by its folder and the name of its declaration, `posts.findAuthor`, any other one
 * by its verb and its first table, `select posts`.
 */
export function createQueryNames(): (text: string) => string {
  const linesOf = createSourceReader()
  const byText = new Map<string, string>()
  for (const declaration of declaredStatements()) {
    const name = nameDeclaration(declaration, linesOf)
    if (name) byText.set(declaration.text, name)
  }
  const names = new Set(byText.values())
  const add = (name: string) => {
    if (names.size >= maxNames && !names.has(name)) return otherName
    names.add(name)
    return name
  }
  return (text) => {
    const known = byText.get(text)
    if (known) return known
    const declared = declaredStatements().findLast((declaration) => declaration.text === text)
    const name = add((declared && nameDeclaration(declared, linesOf)) ?? describe(text))
    if (byText.size < maxTexts) byText.set(text, name)
    return name
  }
}

/** Reads the lines of source files, each once. */
function createSourceReader(): (file: string) => string[] {
  const files = new Map<string, string[]>()
  return (file) => {
    const lines = files.get(file) ?? readFileSync(file, 'utf8').split('\n')
    files.set(file, lines)
    return lines
  }
}

/**
 * Node keeps the lines of TypeScript files, so the stack leads to the declaration: the last frame in the file of the
 * first one, because a function of that file may build several statements.
 */
function nameDeclaration({ declaredAt }: Declaration, linesOf: (file: string) => string[]): string | undefined {
  // Frames: `statement`, its caller.
  const frames = (declaredAt.stack ?? '').split('\n').slice(2)
  const places = frames.map((frame) => fileAndLine.exec(frame))
  const file = places[0]?.[1]
  if (file === undefined) return undefined
  const end = places.findIndex((place) => place?.[1] !== file)
  const line = Number(places.at(end === -1 ? -1 : end - 1)?.[2])
  const above = linesOf(file).slice(0, line)
  const name = above.map((text) => declarationStart.exec(text)?.[1]).findLast((found) => found !== undefined)
  return name && `${path.basename(path.dirname(file))}.${name}`
}

/** `select posts`; `begin` for what names no table. */
function describe(text: string): string {
  const [verb = ''] = /^\s*(\w+)/.exec(text)?.slice(1) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)"?/i.exec(text) ?? []
  return [verb.toLowerCase(), table?.toLowerCase()].filter(Boolean).join(' ') || otherName
}
