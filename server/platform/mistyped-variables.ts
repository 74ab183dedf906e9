import { configVariables } from './config-variables.ts'

const productPrefix = 'DINTORNI_'

const noTraces = 'the server sends no traces; METRICS=on shows which calls and jobs take how long'

/** Variables of earlier versions, and what an operator does instead. */
const removedVariables: Record<string, string> = {
  PROCESSES: 'a server is one process; run several servers behind a proxy (docs/operations.md)',
  OTEL_EXPORTER_OTLP_ENDPOINT: noTraces,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: noTraces,
}

/** Finds variables that the server read once. @returns a line for each of them. */
export const findRemoved = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(removedVariables).flatMap(([name, instead]) => (env[name] ? `${name} has no effect: ${instead}` : []))

/** First words that other programs use as well, or whose variables libraries read. */
const commonWords = new Set(['LOG', 'MAX', 'DATA', 'PUBLIC', 'CHECK'])
const firstWordOf = (name: string) => name.slice(0, name.indexOf('_') + 1)
const prefixes = new Set(
  configVariables.map(firstWordOf).filter((prefix) => prefix !== '' && !commonWords.has(prefix.slice(0, -1))),
)

/** `HOME` and `HOST` are two letters apart. */
const shortLength = 5
const maxDistanceOf = (name: string) => (name.length <= shortLength ? 1 : 2)

/** Counts the letters to insert, delete, replace or swap with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}

/** Returns the variable that was meant, or undefined for a variable of another program. */
function findMeant(name: string): string | undefined {
  const byDistance = configVariables
    .map((known) => ({ known, steps: distance(name.toUpperCase(), known) }))
    .toSorted((one, other) => one.steps - other.steps)
  const [nearest] = byDistance
  if (nearest && nearest.steps <= maxDistanceOf(nearest.known)) return nearest.known
  const ownName = name.startsWith(productPrefix) ? name.slice(productPrefix.length) : undefined
  if (ownName !== undefined) return configVariables.includes(ownName) ? ownName : 'none'
  return byDistance.find(({ known }) => prefixes.has(firstWordOf(name)) && firstWordOf(known) === firstWordOf(name))
    ?.known
}

/**
 * Finds variables that nobody reads and that resemble one of the server's. @returns one line about all of them, without
 * their values, or undefined.
 */
export function findMistyped(env: NodeJS.ProcessEnv): string | undefined {
  const known = new Set([...configVariables, ...Object.keys(removedVariables)])
  const mistyped = Object.keys(env)
    .filter((name) => env[name] && !known.has(name))
    .flatMap((name) => {
      const meant = findMeant(name)
      return meant === undefined ? [] : [meant === 'none' ? name : `${name} (${meant}?)`]
    })
  return mistyped.length === 0 ? undefined : `variables that Dintorni does not have: ${mistyped.join(', ')}`
}
