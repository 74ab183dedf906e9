type Stop = () => Promise<unknown>

/** What a start has started so far. A stop undoes it, also in the middle of the start, which then ends. */
export class StopSteps {
  private readonly steps: Stop[] = []
  private readonly stopping = new AbortController()
  /** Aborted when the stop begins. */
  readonly signal = this.stopping.signal

  /** Adds a function that stops what has just been started. Throws when the stop has begun, which still runs it. */
  push(stop: Stop): void {
    this.steps.push(stop)
    this.signal.throwIfAborted()
  }

  /**
   * Runs the functions, the last first. One that fails does not keep the others from running.
   * @param starting the start, which may add some until it ends.
   */
  async stop(starting: Promise<unknown>): Promise<void> {
    this.stopping.abort()
    await this.runAll()
    await starting.catch(() => undefined)
    await this.runAll()
  }

  private async runAll(): Promise<void> {
    for (let stop = this.steps.pop(); stop; stop = this.steps.pop()) await stop().catch(() => undefined)
  }
}
