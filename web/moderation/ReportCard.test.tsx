// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportedContent } from '#contract/moderation.ts'
import { storeUser } from '#web/platform/current-user.ts'
import { renderPart } from '#web/platform/testing/render-part.tsx'
import { ReportCard } from './ReportCard.tsx'

const at = '2026-03-10T12:00:00Z'
const anna = {
  id: 2,
  username: 'anna',
  display_name: null,
  profile_pic: null,
  is_private: false,
  is_suspended: false,
  is_moderator: false,
}
const content = {
  text: 'Ti vengo a cercare',
  text_before: null,
  alts_before: null,
  image_url: '/media/a-1280.webp',
  image_width: 40,
  image_height: 30,
  image_thumbhash: null,
  image_alt: null,
  more_images: [],
  video_url: null,
  location_id: null,
  location_name: null,
  choices: null,
  shares_post: true,
  created_at: at,
}
const reported: ReportedContent = {
  id: 1,
  target_type: 'message',
  target_id: 7,
  user: anna,
  content,
  reports_count: 1,
  reasons: ['violence'],
  words: [{ reason: 'violence', text: 'Mi fa paura', created_at: at }],
  created_at: at,
  decision: null,
}

beforeEach(() => {
  vi.useFakeTimers()
  storeUser({ id: 1, username: 'marta' } as Parameters<typeof storeUser>[0])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

const show = (changes: Partial<ReportedContent> = {}) =>
  renderPart(<ReportCard reported={{ ...reported, ...changes }} onDecide={() => undefined} />).container
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('A moderator reads a reported message, sees its picture and that it shares a post, and why it was reported', async () => {
  const { textContent } = show()
  expect(screen.getByRole('article', { name: 'Messaggio di anna' })).toBeDefined()
  // A picture waits for the first paint, which jsdom does not report.
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByAltText('Foto: messaggio di anna')).toBeDefined()
  for (const text of ['Ti vengo a cercare', 'Con un post condiviso.', '1 segnalazione', 'Violenza', 'Mi fa paura'])
    expect(textContent).toContain(text)
  expect(buttons()).toEqual(['Archivia', 'Rimuovi', 'Sospendi'])
})

test('A moderator plays a reported video', () => {
  show({ target_type: 'post', content: { ...content, video_url: '/media/a.mp4', image_alt: 'Un tram' } })
  expect(screen.getByText('Descrizione del video: «Un tram»')).toBeDefined()
  expect(screen.getByLabelText('Il video')).toMatchObject({ controls: true, src: 'http://localhost:3000/media/a.mp4' })
})

test('A message that was removed is no longer shown, only who has decided', () => {
  const decision = { action: 'remove' as const, note: '', by_operator: false, moderator: 'marta' }
  const { textContent } = show({ content: null, decision })
  expect(textContent).toContain('Non c’è più.')
  expect(textContent).toMatch(/Rimosso.*marta/)
  expect(buttons()).toEqual([])
})

test('A person can be suspended, not removed', () => {
  show({ target_type: 'user' })
  expect(buttons()).toEqual(['Vedi i suoi post', 'Archivia', 'Sospendi'])
})
