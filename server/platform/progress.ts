/** Prints or logs one line. */
export type Report = (line: string) => void

const firstIntervalMs = 5000

/**
 * Runs work that may take minutes. Reports it when it begins, after 5 s, and then each time that it has taken twice as
 * long: a few lines, however long it takes.
 * @param describe what is done, and how far it is.
 */
export async function reportWhile<Result>(
  report: Report,
  describe: () => string,
  work: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout
  const reportFrom = (intervalMs: number) => {
    report(describe())
    timer = setTimeout(() => reportFrom(intervalMs * 2), intervalMs).unref()
  }
  reportFrom(firstIntervalMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer!)
  }
}
