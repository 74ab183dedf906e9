declare const lock: unique symbol

/**
 * A row that the current transaction holds a lock on. A function that changes the row, or rows that depend on it,
 * takes it as proof that the caller has locked it; the brand exists for the compiler only.
 * A lock query declares it as its row: `statement<Locked<PostRow>, [postId: number]>('SELECT … FOR NO KEY UPDATE')`.
 */
export type Locked<Row> = Row & { readonly [lock]: true }
