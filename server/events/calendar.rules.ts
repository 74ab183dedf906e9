/** What a calendar file says of an event. `url`: of the page of its place. */
export type CalendarEvent = {
  id: number
  title: string
  description: string
  place: string
  url: string
  startsAt: Date
  endsAt: Date
  createdAt: Date
}

const longestLineBytes = 75

/** Text of RFC 5545, 3.3.11: in one line, without characters that control a terminal. */
const textOf = (value: string) =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')

/** "20261129T200000Z" */
const timeOf = (time: Date) => time.toISOString().replace(/\.\d+|[-:]/g, '')

/** Breaks a line where it is longer than a calendar has to read, never inside a character. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > longestLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}

/**
 * Writes an event as an iCalendar file (RFC 5545), which Google's, Apple's and Microsoft's calendars read. The same event
 * keeps its UID, so that a calendar which has it already takes no second one.
 * @param host of this server.
 */
export function calendarFile({ id, title, description, place, url, ...times }: CalendarEvent, host: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dintorni//Eventi//IT',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${id}@${host}`,
    `DTSTAMP:${timeOf(times.createdAt)}`,
    `DTSTART:${timeOf(times.startsAt)}`,
    `DTEND:${timeOf(times.endsAt)}`,
    `SUMMARY:${textOf(title)}`,
    ...(description ? [`DESCRIPTION:${textOf(description)}`] : []),
    `LOCATION:${textOf(place)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
