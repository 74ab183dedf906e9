import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { groupIntoSections } from './sections.ts'

const now = new Date(2026, 10, 23, 12)
const daysAgo = (id: number, days: number) =>
  ({ id, created_at: new Date(2026, 10, 23 - days, 12).toISOString() }) as Notification

test('Notifications are grouped by today, the last seven days, and before', () => {
  const sections = groupIntoSections([daysAgo(1, 0), daysAgo(2, 1), daysAgo(3, 6), daysAgo(4, 7)], now)
  expect(sections.map(({ title, notifications }) => [title, notifications.map(({ id }) => id)])).toEqual([
    ['Oggi', [1]],
    ['Questa settimana', [2, 3]],
    ['Prima', [4]],
  ])
})

test('Empty sections are left out', () => {
  expect(groupIntoSections([daysAgo(1, 30)], now).map(({ title }) => title)).toEqual(['Prima'])
})
