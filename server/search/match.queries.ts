// SQL conditions and row sources by which a name can match a query (see MatchKind in search.rules.ts).

/** Rows that one index scan may return, to be ordered. */
export const maxCandidates = 1000
/** Names compared letter by letter for each likely prefix. */
const maxTypoCandidates = 2500

/** The highest code point: it ends the range of names with a prefix. Search keys contain no wildcards. */
const afterPrefixSql = '|| chr(1114111)'
export const startsWithSql = (nameSql: string, prefixSql: string) =>
  `${nameSql} >= ${prefixSql} COLLATE "C" AND ${nameSql} < ${prefixSql} ${afterPrefixSql}`

/** Placeholders of the parameters of a typo search. */
export type TypoParameters = {
  key: string
  maxWholeTypos: string
  maxBeginningTypos: string
  /** text[] */
  prefixes: string
  /** text[] */
  swaps: string
}

export const wholeTyposSql = (nameSql: string, keySql: string, maxSql: string) =>
  `levenshtein_less_equal(left(${nameSql}, 200), ${keySql}, ${maxSql})`

/** Typos in as much of the name as was typed, or one letter more. */
export const beginningTyposSql = (nameSql: string, keySql: string, maxSql: string) => `least(
      levenshtein_less_equal(left(${nameSql}, length(${keySql})), ${keySql}, ${maxSql}),
      levenshtein_less_equal(left(${nameSql}, length(${keySql}) + 1), ${keySql}, ${maxSql}))`

/** Ranks a match of the whole name before one of its beginning, and swapped letters before other typos. */
export const typoCountSql = (nameSql: string, { key, swaps }: Pick<TypoParameters, 'key' | 'swaps'>) => `least(
      levenshtein(left(${nameSql}, 200), ${key}),
      ${beginningTyposSql(nameSql, key, '9')} + 1,
      CASE WHEN ${nameSql} = ANY(${swaps}::text[]) THEN 0
        WHEN left(${nameSql}, length(${key})) = ANY(${swaps}::text[]) THEN 1 END)`

/**
 * Rows whose name differs from the key by the fewest typos: wrong, missing, doubled or swapped letters.
 * Names with more typos would only be noise.
 * @param alias of a row. @param conditionSql under which a row may be found.
 * @param nameSql the indexed expression over the table. @param nameAlias its name among `rowColumnsSql`.
 */
export const typoMatchesSql = (
  {
    table,
    alias,
    conditionSql,
    rowColumnsSql,
    nameSql,
    nameAlias,
  }: Record<'table' | 'alias' | 'conditionSql' | 'rowColumnsSql' | 'nameSql' | 'nameAlias', string>,
  parameters: TypoParameters,
) => {
  const { key, maxWholeTypos, maxBeginningTypos } = parameters
  return `
  SELECT * FROM (
    SELECT *, rank() OVER (ORDER BY ${typoCountSql(nameAlias, parameters)}) AS typo_rank FROM (
      SELECT ${rowColumnsSql} FROM unnest(${parameters.prefixes}::text[]) AS prefix CROSS JOIN LATERAL (
        SELECT * FROM ${table} WHERE ${startsWithSql(nameSql, 'prefix')} LIMIT ${maxTypoCandidates}
      ) ${alias}
      WHERE (${wholeTyposSql(nameSql, key, maxWholeTypos)} <= ${maxWholeTypos}
        OR ${beginningTyposSql(nameSql, key, maxBeginningTypos)} <= ${maxBeginningTypos}) AND ${conditionSql}
      UNION
      SELECT ${rowColumnsSql} FROM unnest(${parameters.swaps}::text[]) AS swap CROSS JOIN LATERAL (
        SELECT * FROM ${table} WHERE ${startsWithSql(nameSql, 'swap')} LIMIT ${maxCandidates}
      ) ${alias}
      WHERE ${conditionSql}
    ) candidates
  ) ranked WHERE typo_rank = 1`
}
