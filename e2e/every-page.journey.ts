import type { Page } from '@playwright/test'
import { pagePaths } from '#contract/page-paths.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expectNoHorizontalScroll, expectOneFont } from './support/layout.ts'
import { photoUrl } from './support/photo-file.ts'
import { publishPost } from './support/posts.ts'
import { type ApiUser, expect, test } from './support/fixtures.ts'

// Every page of the app, with content that is hard to lay out. A new page needs a line here.

type PageName = keyof typeof pagePaths
/** The people whose pages are checked together; the sign-in is its own test, for visitors. */
type Group = 'visitor' | 'account' | 'posts' | 'people' | 'places'
const groups: Record<PageName, Group> = {
  home: 'visitor',
  login: 'visitor',
  register: 'visitor',
  forgotPassword: 'visitor',
  resetPassword: 'visitor',
  confirmEmail: 'visitor',
  welcome: 'visitor',
  terms: 'visitor',
  privacy: 'visitor',
  onboarding: 'account',
  requiredLocation: 'account',
  notifications: 'account',
  ownProfile: 'account',
  editProfile: 'account',
  settings: 'account',
  settingsSection: 'account',
  security: 'account',
  muted: 'account',
  blockedUsers: 'account',
  moderation: 'account',
  administration: 'account',
  administrationPeople: 'account',
  administrationRegistrations: 'account',
  administrationAnnouncements: 'account',
  administrationStreets: 'account',
  administrationTexts: 'account',
  exportAccount: 'account',
  deleteAccount: 'account',
  feed: 'posts',
  followingFeed: 'posts',
  savedPosts: 'posts',
  newSpot: 'posts',
  newStory: 'posts',
  refusedPost: 'posts',
  hashtag: 'posts',
  post: 'posts',
  likes: 'posts',
  comments: 'posts',
  spottedRequests: 'posts',
  search: 'people',
  profile: 'people',
  userNamed: 'people',
  followers: 'people',
  following: 'people',
  followedLocations: 'people',
  foundInPost: 'posts',
  spotted: 'people',
  pendingSpotted: 'people',
  chat: 'people',
  conversation: 'people',
  map: 'places',
  location: 'places',
  locationFollowers: 'places',
  locationSpotted: 'places',
  requireLocationProperty: 'places',
}

const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }

/** Looks at a page as it is used: phone and desk, light and dark, a narrow screen, large text. */
async function expectWellLaidOut(page: Page, path: string, tab?: string): Promise<void> {
  await page.setViewportSize(phone)
  await page.goto(path)
  if (tab) await page.getByRole('tab', { name: tab }).click()
  // A page may open a dialog.
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first(), path).toBeVisible()
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
  await test.step(path, async () => {
    await expectAccessible(page)
    await expectOneFont(page)
    await expectNoHorizontalScroll(page)
    await page.setViewportSize(narrow)
    await expectNoHorizontalScroll(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await expectNoHorizontalScroll(page)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.setViewportSize(desk)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })
}

const namesOf = (group: Group) => (Object.keys(groups) as PageName[]).filter((name) => groups[name] === group)
const pathOf = (name: PageName, id: number | string): string => {
  const path = pagePaths[name]
  return typeof path === 'string' ? path : path(id)
}

const longName = 'beatrice_conti_della_montagnola'.slice(0, 30)
const longWord = 'precipitevolissimevolmente'.repeat(8)
const longUrl = `https://example.it/${'a'.repeat(90)}`

/** Posts, comments and answers that are hard to lay out, by somebody with a long name, about `reader`. */
async function createContent(createApiUser: (name: string) => Promise<ApiUser>, reader: ApiUser) {
  const author = await createApiUser(longName)
  const post = await publishPost(author, `${longWord} #caldarroste 🌰 مرحبا @anna ${longUrl}`, {
    image: await photoUrl(640),
    image_alt: longWord,
  })
  await author.callOk('addComment', { post_id: post.id, text: longWord })
  await author.callOk('likePost', { post_id: post.id })
  await author.callOk('sendMessage', { other_id: reader.user.id, client_id: crypto.randomUUID(), text: longWord })
  await author.callOk('createStory', { image: await photoUrl(640), location_id: post.location_id })
  await author.callOk('requestFollow', { followed_id: reader.user.id })
  await author.callOk('followPlace', { place_id: post.location_id })
  await author.callOk('addEvent', {
    location_id: post.location_id,
    title: longWord.slice(0, 80),
    description: longWord,
    starts_at: `${new Date().getFullYear() + 1}-01-02T21:00`,
  })
  const own = await publishPost(reader, `Chi si riconosce? ${longWord}`)
  await author.callOk('requestSpotted', { post_id: own.id })
  await reader.callOk('requestSpotted', { post_id: post.id })
  const { requests } = await author.callOk('getSpottedRequests', { post_id: post.id })
  await author.callOk('updateSpottedRequestStatus', { request_id: requests[0]!.request_id, status: 'confirmed' })
  await reader.callOk('requestFollow', { followed_id: author.user.id })
  await reader.callOk('bookmarkPost', { post_id: post.id })
  return { author, post, own }
}

test('Every page for visitors is accessible and fits every screen', async ({ visitor: { page } }) => {
  test.slow()
  for (const name of namesOf('visitor')) await expectWellLaidOut(page, pathOf(name, ''))
})

test('The pages of one’s account are accessible and fit every screen', async ({ anna, createApiUser, db }) => {
  test.slow()
  const { author, post } = await createContent(createApiUser, anna)
  const other = await createApiUser('bruno')
  await anna.callOk('mute', { target_type: 'user', target_id: author.user.id })
  await anna.callOk('mute', { target_type: 'place', target_id: post.location_id! })
  await anna.callOk('blockUser', { blocked_id: other.user.id })
  await changeRole(db, { actorId: null, userId: anna.user.id, role: 'administrator' })
  await author.callOk('report', { target_type: 'user', target_id: anna.user.id, reason: 'spam', text: longWord })
  for (const name of namesOf('account')) await expectWellLaidOut(anna.page, pathOf(name, 'notifications'))
  for (const section of ['privacy', 'appearance', 'data', 'about'])
    await expectWellLaidOut(anna.page, pagePaths.settingsSection(section))
})

test('The pages of posts are accessible and fit every screen', async ({ anna, createApiUser }) => {
  test.slow()
  const { post, own } = await createContent(createApiUser, anna)
  const ids: Partial<Record<PageName, number | string>> = { hashtag: 'caldarroste', spottedRequests: own.id }
  for (const name of namesOf('posts')) await expectWellLaidOut(anna.page, pathOf(name, ids[name] ?? post.id))
})

test('The pages of people are accessible and fit every screen', async ({ anna, createApiUser }) => {
  test.slow()
  const { author } = await createContent(createApiUser, anna)
  for (const name of namesOf('people'))
    await expectWellLaidOut(anna.page, pathOf(name, name === 'userNamed' ? longName : author.user.id))
  for (const search of [
    'q=precipite',
    'q=beatrice&in=people',
    'q=duomo&in=places',
    `q=${longWord.slice(0, 78)}&in=places`,
    'q=precipite&in=posts',
    'q=precipite&in=hashtags',
  ])
    await expectWellLaidOut(anna.page, `/search?${search}`)
})

test('The pages of places and the map are accessible and fit every screen', async ({ anna, createApiUser }) => {
  test.slow()
  const { post } = await createContent(createApiUser, anna)
  for (const name of namesOf('places')) await expectWellLaidOut(anna.page, pathOf(name, post.location_id!))
  for (const tab of ['Eventi', 'Info']) await expectWellLaidOut(anna.page, `/location/${post.location_id}`, tab)
})
