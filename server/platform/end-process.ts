/** Anything that keeps the process alive after this time, for example a connection that does not close, is cut off. */
const maxDelayMs = 1000

/**
 * Ends this process as soon as nothing keeps it busy, and within a second.
 *
 * `process.exit` alone can hang for ever while V8 still compiles: Node waits for the thread that compiles, and that waits
 * for this thread to collect garbage (nodejs/node#54918). It hung 3 of 1500 commands that ended right after their start.
 */
export function endProcess(code: number): void {
  process.exitCode = code
  process.channel?.unref()
  setTimeout(() => process.exit(code), maxDelayMs).unref()
}
