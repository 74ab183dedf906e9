import { expect, test } from 'vitest'
import type { Message } from '#contract/chat.ts'
import type { PendingMessage } from './compose/outbox.ts'
import { messagePreview, pendingMessagePreview, quoteOf, quotePreview } from './message-preview.ts'

const message = (part: Partial<Message>): Message =>
  ({ text: '', image_url: null, video_url: null, shares_post: false, is_deleted: false, ...part }) as Message
const photo = { image_url: '/media/a-1280.webp' }
const video = { ...photo, video_url: '/media/a.mp4' }

test.each<[string, Partial<Message>]>([
  ['Ciao', { text: 'Ciao', ...video }],
  ['Video', video],
  ['Foto', photo],
  ['Post condiviso', { shares_post: true }],
  ['Messaggio eliminato', { is_deleted: true }],
])('A message is called “%s” in one line, and in the quotation of an answer', (words, part) => {
  expect(messagePreview(message(part))).toBe(words)
  expect(quotePreview(quoteOf(message(part)))).toBe(words)
})

test.each<[string, Partial<PendingMessage>]>([
  ['Ciao', { text: 'Ciao', video: new Blob() }],
  ['Video', { video: new Blob() }],
  ['Foto', {}],
])('An unsent message is called “%s”', (words, part) => {
  expect(pendingMessagePreview({ text: '', image: 'data:', post: null, ...part } as PendingMessage)).toBe(words)
})
