declare const lock: unique symbol

/**
 * A row that the current transaction holds a lock on. A function that changes the row, or rows that depend on it,
 * takes it as proof that the caller has locked it; the brand exists for the compiler only.
 * A lock query declares it as its row: `statement<Locked<PostRow>, [postId: number]>('SELECT … FOR NO KEY UPDATE')`.
 */
export type Locked<Row> = Row & { readonly [lock]: true }

/** Marks a row as locked. To be used by the `lock…` queries alone, for rows that no `statement` returns. */
export const asLocked = <Row>(row: Row): Locked<Row> => row as Locked<Row>
