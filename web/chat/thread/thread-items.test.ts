import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import type { PendingMessage } from '#web/chat/compose/outbox.ts'
import { continuesGroup, dayName, groupByDay, isIncomingFrom, latestMessage, threadItems } from './thread-items.ts'

const message = (number: number, part: Partial<Message> = {}) =>
  ({ id: number, number, client_id: null, is_own: false, created_at: '2026-11-23T10:00:00Z', ...part }) as Message
const pending = (client_id: string) => ({ client_id, written_at: Date.parse('2026-11-23T10:01:00Z') }) as PendingMessage

test('Messages stand in order, pending ones behind them', () => {
  const items = threadItems([message(2), message(1)], [pending('a')])
  expect(items.map(({ key }) => key)).toEqual(['1', '2', 'a'])
})

test('A pending message that has arrived is shown once, under the same key', () => {
  const items = threadItems([message(1, { client_id: 'a', is_own: true })], [pending('a'), pending('b')])
  expect(items.map(({ key, message: sent }) => [key, sent !== undefined])).toEqual([
    ['a', true],
    ['b', false],
  ])
})

test('Messages of one author within five minutes form a group', () => {
  const at = (minute: number, is_own = false) =>
    threadItems([message(minute, { is_own, created_at: `2026-11-23T10:0${minute}:00Z` })], [])[0]!
  expect(continuesGroup(at(4), at(0))).toBe(true)
  expect(continuesGroup(at(5), at(0))).toBe(false)
  expect(continuesGroup(at(1, true), at(0))).toBe(false)
  expect(continuesGroup(at(1), undefined)).toBe(false)
})

test('The first unread message is the first incoming one from its number on', () => {
  const items = threadItems([message(1), message(2, { is_own: true }), message(3), message(4)], [])
  expect(items.find(isIncomingFrom(2))?.key).toBe('3')
})

test('The latest message has the highest number', () => {
  expect(latestMessage([message(2), message(5), message(3)])?.number).toBe(5)
  expect(latestMessage([])).toBeUndefined()
})

test('Items are grouped by day', () => {
  const items = [new Date(2026, 10, 22, 23, 59), new Date(2026, 10, 23, 0, 1), new Date(2026, 10, 23, 9)].map((at) => ({
    at,
  }))
  expect(groupByDay(items).map(({ day, items: ofDay }) => [day.getDate(), ofDay.length])).toEqual([
    [22, 1],
    [23, 2],
  ])
})

test('Days are called today, yesterday, or by their date', () => {
  const now = new Date(2026, 10, 23, 12)
  const name = (...date: [number, number, number]) => dayName(new Date(...date), now)
  expect([name(2026, 10, 23), name(2026, 10, 22)]).toEqual(['Oggi', 'Ieri'])
  expect(name(2026, 10, 20)).toBe('venerdì 20 novembre')
  expect(name(2025, 11, 31)).toContain('2025')
})
