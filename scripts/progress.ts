/** Time between two lines of progress when the output is no terminal. */
const reportIntervalMs = 10_000

/** Shows the progress of a command: on a terminal in one line, elsewhere in a line every ten seconds. */
export function createProgress() {
  let reportedAtMs = performance.now()
  const isTerminal = process.stderr.isTTY
  return {
    /** @param isLast shown in any case. */
    show(line: string, isLast = false) {
      if (isTerminal) process.stderr.write(`\r${line}\u001b[K`)
      else if (performance.now() - reportedAtMs > reportIntervalMs || isLast) {
        reportedAtMs = performance.now()
        process.stderr.write(`${line}\n`)
      }
    },
    end: () => void (isTerminal && process.stderr.write('\r\u001b[K')),
  }
}
