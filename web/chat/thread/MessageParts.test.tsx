// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SharedPost } from '#contract/chat.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { SharedPostCard } from './MessageParts.tsx'

afterEach(closePage)

test('A shared photo without words is called a photo', () => {
  const post: Partial<SharedPost> = { id: 7, username: 'anna', text: '', location_name: 'Duomo' }
  renderPart(<SharedPostCard post={post as SharedPost} />)
  expect(screen.getByRole('link').textContent).toBe('Post di annaFotoDuomo')
})
