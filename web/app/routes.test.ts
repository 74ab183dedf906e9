// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { routeOf, routes } from './routes.ts'

// jsdom has no media queries, and the code asks for one while it loads.
vi.hoisted(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})

const pathsFor = (...access: string[]) =>
  routes.filter((route) => access.includes(route.access)).map(({ path }) => path)

test('A visitor may open these pages; every other page leads to the login', () => {
  expect(pathsFor('everyone', 'signedOut')).toEqual([
    pagePaths.home,
    pagePaths.login,
    pagePaths.register,
    pagePaths.forgotPassword,
    pagePaths.resetPassword,
    pagePaths.confirmEmail,
    pagePaths.welcome,
    pagePaths.likes(':postId'),
    pagePaths.post(':postId'),
    pagePaths.comments(':postId'),
    pagePaths.spottedRequests(':postId'),
    pagePaths.location(':locationId'),
    pagePaths.locationSpotted(':locationId'),
    pagePaths.profile(':userId'),
    pagePaths.terms,
    pagePaths.privacy,
  ])
})

test('Only administrators may open the pages of administration', () => {
  expect(pathsFor('administrator')).toEqual([
    pagePaths.administration,
    pagePaths.administrationPeople,
    pagePaths.administrationRegistrations,
    pagePaths.administrationAnnouncements,
    pagePaths.administrationStreets,
    pagePaths.administrationTexts,
  ])
})

test.each([
  ['/hashtag/100%', '*'],
  ['/user/%ff', '*'],
  ['/hashtag/%E0%A4%A', '*'],
  ['/piazza', '*'],
  ['/hashtag/caff%C3%A8', pagePaths.hashtag(':tag')],
  ['/hashtag/100%25', pagePaths.hashtag(':tag')],
])('The address %s leads to the route %s', (pathname, path) => {
  expect(routeOf(pathname)?.path).toBe(path)
})

test('The file of every page exports that page and nothing else', async () => {
  const loaded = await Promise.all(routes.map(({ Page }) => Page.preload?.()))
  expect(loaded.filter((Page) => Page !== undefined && typeof Page !== 'function')).toEqual([])
  expect(loaded.length).toBe(routes.length)
})
