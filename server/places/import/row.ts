/** A row of a delimited file, by the names of its columns. */
export type Row = Record<string, string | undefined>
