import { readFileSync } from 'node:fs'

/** Names of towns in the languages of their inhabitants and neighbours, and of large towns in those of visitors. */
const otherNamesFile = new URL('other-names.tsv', import.meta.url)

type NamedTown = { name: string; province: string | null }

/** Returns a function that returns the names of a town other than the Italian one. */
export function readOtherNames(): (town: NamedTown) => string[] {
  const [, ...lines] = readFileSync(otherNamesFile, 'utf8').trimEnd().split('\n')
  const names = new Map(
    lines.map((line) => {
      const [name, province, others = ''] = line.split('\t')
      return [`${name} ${province}`, others.split(', ')]
    }),
  )
  return ({ name, province }) => names.get(`${name} ${province}`) ?? []
}
