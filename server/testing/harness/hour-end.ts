import { setTimeout as wait } from 'node:timers/promises'

const hourMs = 3_600_000
/** The slowest of these tests took some 12 s, from its call to what it expects, on a slow machine with both cores busy. */
const roomMs = 60_000

/**
 * Waits for the next hour if this one has less than a minute left, for tests of what is counted by the hour or the day:
 * days end with an hour, in UTC and in Italy.
 */
export async function avoidHourEnd(): Promise<void> {
  const leftMs = () => hourMs - (Date.now() % hourMs)
  while (leftMs() < roomMs) await wait(leftMs())
}
