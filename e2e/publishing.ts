import { expect, type Locator, type Page } from '@playwright/test'
import type { Input } from '#contract/calls.ts'
import type { Post } from '#contract/posts.ts'
import { milano, type Neighbour } from './world.ts'

/** The place nearest to a point. */
export async function placeAt(person: Neighbour, { latitude, longitude } = milano): Promise<number> {
  const [nearest] = await person.callOk('getNearbyLocations', { lat: latitude, lon: longitude })
  return nearest!.id
}

/** A post in Piazza del Duomo, if nothing else is said, made behind the page's back. */
export async function publishes(
  author: Neighbour,
  text: string,
  more: Partial<Input<'createSpot'>> = {},
): Promise<Post> {
  const { post } = await author.callOk('createSpot', {
    text,
    location_id: more.location_id ?? (await placeAt(author)),
    ...more,
  })
  return post
}

/** That many posts, `Post 1` first. */
export async function publishesMany(author: Neighbour, count: number): Promise<Post[]> {
  const location_id = await placeAt(author)
  const posts: Post[] = []
  for (let number = 1; number <= count; number++) posts.push(await publishes(author, `Post ${number}`, { location_id }))
  return posts
}

/** The card of the post that says this. */
export const cardSaying = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ has: page.getByText(text, { exact: true }) })

/** Fills in a new post's place, the way a person does. */
export async function choosesPlace(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: 'Scegli un luogo' }).click()
  await page.getByRole('dialog', { name: 'Dove sei?' }).getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
