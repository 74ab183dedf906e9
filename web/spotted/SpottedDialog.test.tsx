// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { SpottedDialog } from './SpottedDialog.tsx'
import { recognitionText } from './recognition.text.ts'

// jsdom paints nothing.
vi.mock('#web/ui/first-paint.ts', () => ({ useLargestPaint: () => true }))
afterEach(closePage)

test('The question about a post without words shows its photo', async () => {
  const post: Partial<Post> = { id: 7, username: 'anna', text: '', image_url: '/media/a-1280.webp', image_alt: 'Neve' }
  const ignore = () => undefined
  renderPart(<SpottedDialog post={post as Post} open onOpenChange={ignore} onConfirm={ignore} />)
  await screen.findByText(recognitionText.privacy)
  expect(screen.getByRole('img', { name: 'Neve' })).toBeTruthy()
})
