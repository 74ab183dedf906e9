import { securityText } from './security.text.ts'

const dayInMs = 24 * 60 * 60 * 1000

/** Formats `2026-11-20` as today, yesterday, or a date. The server stores only the day, in UTC. */
export function describeLastUse(day: string, today = new Date()) {
  const passed = (Date.parse(today.toISOString().slice(0, 10)) - Date.parse(day)) / dayInMs
  if (passed <= 0) return securityText.usedToday
  return passed === 1 ? securityText.usedYesterday : securityText.usedOn(day)
}
