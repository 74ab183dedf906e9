// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeIntersectionObserver, settle } from '#web/platform/testing/fake-browser.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { NotificationsPage } from '#web/notifications/NotificationsPage.tsx'
import { notificationsText } from '#web/notifications/notifications.text.ts'

afterEach(closePage)

test('While another page of notifications may follow, nobody reads that there are none', async () => {
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
  const server = startFakeServer({
    getNotifications: ({ cursor }) => ({ notifications: [], unread_count: 0, next_cursor: cursor ? null : 'next' }),
  })
  renderPart(<NotificationsPage />)
  await act(settle)
  expect(server.calls).toHaveLength(1)
  expect(screen.queryByText(notificationsText.empty)).toBeNull()
  FakeIntersectionObserver.last.comeNear()
  await screen.findByText(notificationsText.empty)
})
