import fs from 'node:fs'

/** A call of `statement` in the source; `rowType` is its first type argument. */
export type StatementCall = { file: string; line: number; rowType: string }

const opening = '<{[('
const closing = '>}])'

/** Returns the first of the type arguments that begin at `start`, after `<`. */
function readFirstArgument(source: string, start: number): string {
  let depth = 0
  for (let position = start; position < source.length; position++) {
    const character = source[position] ?? ''
    const isArrow = source.slice(position - 1, position + 1) === '=>'
    if (depth === 0 && (character === ',' || character === '>')) return source.slice(start, position).trim()
    if (opening.includes(character)) depth++
    else if (closing.includes(character) && !isArrow) depth--
  }
  throw new Error('unbalanced type arguments')
}

/** Finds the calls of `statement` in a file. Throws for a call without type arguments. */
export function findStatementCalls(file: string): StatementCall[] {
  const source = fs.readFileSync(file, 'utf8')
  return [...source.matchAll(/(?<=[\s(:=>])statement([<(])/g)]
    .filter(({ index }) => !/(function|import.*) $/.test(source.slice(source.lastIndexOf('\n', index) + 1, index)))
    .filter(({ index }) => !/^\s*\*/.test(source.slice(source.lastIndexOf('\n', index) + 1, index)))
    .map((match) => {
      const line = source.slice(0, match.index).split('\n').length
      if (match[1] === '(') throw new Error(`${file}:${line}: statement() without its row type`)
      return { file, line, rowType: readFirstArgument(source, match.index + 'statement<'.length) }
    })
}
