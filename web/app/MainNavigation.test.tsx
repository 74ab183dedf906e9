// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { storeUser } from '#web/platform/current-user.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { MainNavigation } from './MainNavigation.tsx'

afterEach(closePage)

test.each([
  ['/profile', 'Profilo'],
  ['/profile/1', 'Profilo'],
  ['/profile/12', undefined],
  ['/feed/following', 'Feed'],
  ['/post/7', 'Feed'],
  ['/comments/7', 'Feed'],
  ['/likes/7', 'Feed'],
  ['/map', 'Cerca'],
  ['/location/3', 'Cerca'],
  ['/hashtag/mare', 'Cerca'],
  ['/search', 'Cerca'],
  ['/new-spot', 'Nuovo post'],
  ['/chat/2', 'Messaggi'],
  ['/spotted/1', 'Notifiche'],
  ['/spotted-requests/7', 'Notifiche'],
  ['/followers/1', 'Profilo'],
  ['/followers/12', undefined],
  ['/saved', 'Profilo'],
  ['/edit-profile', 'Profilo'],
  ['/settings', 'Profilo'],
  ['/settings/privacy', 'Profilo'],
  ['/security', 'Profilo'],
  ['/moderation', undefined],
])('At %s the navigation marks %s', (path, marked) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  storeUser({ id: 1, username: 'anna', onboarding_completed: 1 } as Parameters<typeof storeUser>[0])
  const { container } = renderPart(<MainNavigation />, path)
  expect(container.querySelector('[aria-current=page]')?.textContent).toBe(marked)
})
