import { describe, expect, test } from 'vitest'
import { calendarFile } from './calendar.rules.ts'

const event = {
  id: 42,
  title: 'Concerto',
  description: '',
  place: 'Darsena, Milano (MI)',
  url: 'https://dintorni.example/location/7#eventi',
  startsAt: new Date('2026-11-29T20:00:00.000Z'),
  endsAt: new Date('2026-11-29T23:00:00.000Z'),
  createdAt: new Date('2026-11-01T09:30:15.123Z'),
}

/** The lines as a calendar reads them. */
const unfold = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('An event becomes a file of RFC 5545 with times in UTC', () => {
  expect(calendarFile(event, 'dintorni.example').split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dintorni//Eventi//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:event-42@dintorni.example',
    'DTSTAMP:20261101T093015Z',
    'DTSTART:20261129T200000Z',
    'DTEND:20261129T230000Z',
    'SUMMARY:Concerto',
    'LOCATION:Darsena\\, Milano (MI)',
    'URL:https://dintorni.example/location/7#eventi',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

describe('Whatever somebody calls an event, the file has one event, whose title is that', () => {
  test.each([
    ['A; B, C \\ D', 'A\\; B\\, C \\\\ D'],
    ['Fine\r\nEND:VEVENT\nBEGIN:VALARM\rACTION:EMAIL', 'Fine\\nEND:VEVENT\\nBEGIN:VALARM\\nACTION:EMAIL'],
    ['\\n non è un a capo', '\\\\n non è un a capo'],
    ['campana\u0007 e zero\u0000 e \u0085', 'campana e zero e '],
    ['🎺'.repeat(40), '🎺'.repeat(40)],
    ['è'.repeat(80), 'è'.repeat(80)],
    ['a'.repeat(80), 'a'.repeat(80)],
  ])('%j', (title, expected) => {
    const file = calendarFile({ ...event, title, description: title }, 'dintorni.example')
    const lines = unfold(file)
    expect(lines).toContain(`SUMMARY:${expected}`)
    expect(lines).toContain(`DESCRIPTION:${expected}`)
    expect(lines.filter((line) => /^(BEGIN|END):/.test(line))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n\uFFFD]/)
    }
  })
})
