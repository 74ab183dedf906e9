/**
 * Inserts rows 1 to `count` with one statement for each block, one after another: on a busy machine a single statement
 * for all of them can exceed the `statement_timeout` of 15 s.
 * @param insert inserts the rows of these numbers, both included.
 */
export async function inBlocks(
  count: number,
  blockSize: number,
  insert: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += blockSize) await insert(from, Math.min(from + blockSize - 1, count))
}
