import { expect, type Locator, type Page } from '@playwright/test'
import type { Input } from '#contract/calls.ts'
import type { Post } from '#contract/posts.ts'
import { milano, type ApiUser } from './fixtures.ts'

/** Finds the place nearest to a point, which may be a town. */
export async function findPlaceAt(user: ApiUser, { latitude, longitude } = milano): Promise<number> {
  const places = await user.callOk('getNearbyLocations', { lat: latitude, lon: longitude })
  return places.reduce((one, other) => (other.distance! < one.distance! ? other : one)).id
}

/** Publishes a post through the API, in Piazza del Duomo by default. */
export async function publishPost(
  author: ApiUser,
  text: string,
  fields: Partial<Input<'createSpot'>> = {},
): Promise<Post> {
  const { post } = await author.callOk('createSpot', {
    text,
    location_id: fields.location_id ?? (await findPlaceAt(author)),
    ...fields,
  })
  return post
}

/** Creates as many people as a feed needs that folds none of their posts when they take turns. */
export const createNeighbours = (createApiUser: (name: string) => Promise<ApiUser>): Promise<ApiUser[]> =>
  Promise.all(['bruno', 'carla', 'dario', 'elena'].map(createApiUser))

/** Publishes posts `Post 1`, `Post 2`, … in this order; several authors take turns. */
export async function publishPosts(authors: ApiUser | readonly ApiUser[], count: number, words = ''): Promise<Post[]> {
  const people = [authors].flat()
  const location_id = await findPlaceAt(people[0]!)
  const posts: Post[] = []
  for (let number = 1; number <= count; number++)
    posts.push(await publishPost(people[number % people.length]!, `Post ${number}${words}`, { location_id }))
  return posts
}

/** The card of the post with this text. */
export const cardWithText = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })

/** Waits until what was published in the background is: pictures are rendered one after the other. */
export const waitUntilPublished = (page: Page): Promise<void> =>
  expect(page.getByText(/^(Post pubblicato|Storia pubblicata)$/)).toBeVisible()

/** Chooses the place of a new post in the picker. */
export async function choosePlace(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await page.getByRole('dialog', { name: 'Dove sei?' }).getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
