import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Database } from '#server/database/connect.ts'
import type { NewPicture, PictureStore } from '#server/media/media.rules.ts'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { hash } from '#server/platform/passwords.ts'
import { type Community, planCommunity } from './plan/community.ts'
import {
  hasPeople,
  insertCommentLikes,
  insertComments,
  insertFollows,
  insertLikes,
  insertPeople,
  insertPictures,
  insertPlaceFollows,
  insertPosts,
  insertSpotted,
  insertStories,
  insertStoryLikes,
  insertNotifications,
  recount,
} from './demo.queries.ts'
import { drawPortrait } from './drawing/portrait.ts'
import { drawPostcard } from './drawing/postcard.ts'

/** The credentials of the first demo user. The others have random passwords that are not stored. */
export type DemoSignIn = { email: string; password: string }

const seed = 'dintorni'
const signInFile = (dataDir: string) => path.join(dataDir, 'demo-sign-in.json')

/**
 * Creates the demo community in a database without users. @returns the credentials, also at later starts; null if the
 * database has no demo.
 */
export async function makeDemo(db: Database, pictures: PictureStore, dataDir: string): Promise<DemoSignIn | null> {
  const file = signInFile(dataDir)
  if (await hasPeople(db)) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSignIn) : null
  const directory = readDirectory()
  const plan = planCommunity(directory, seed, new Date())
  const drawn = await drawPictures(plan, pictures)
  const signIn = {
    email: emailOf(plan.people[0]?.username ?? ''),
    password: `dintorni-${randomBytes(4).toString('hex')}`,
  }
  const hashes = { known: await hash(signIn.password), unknown: await hash(randomBytes(32).toString('hex')) }
  await db.transaction().execute((trx) => insertCommunity(trx, { plan, directory, pictures: drawn, hashes }))
  writeFileSync(file, JSON.stringify(signIn), { mode: 0o600 })
  return signIn
}

const emailOf = (username: string) => `${username}@demo.example`

type Drawn = { portraits: (NewPicture | null)[]; postcards: (NewPicture | null)[]; stories: NewPicture[] }

/** Draws all pictures. One that several posts show is drawn once and copied. */
async function drawPictures({ people, posts, stories }: Community, pictures: PictureStore): Promise<Drawn> {
  const portraits = await inPairs(
    people,
    async ({ portrait: options }) => options && savePicture(pictures, drawPortrait(options.seed, options.appearance)),
  )
  const distinct = new Map(posts.flatMap(({ picture }) => (picture ? [[picture.seed, picture] as const] : [])))
  const drawn = await inPairs(
    [...distinct.values()],
    async (card) => [card.seed, await savePicture(pictures, drawPostcard(card))] as const,
  )
  const bySeed = new Map(drawn)
  const used = new Set<NewPicture>()
  const postcards = await inPairs(posts, async ({ picture }) => {
    const original = picture && bySeed.get(picture.seed)
    if (!original || used.has(original)) return original ? pictures.copy(original) : null
    used.add(original)
    return original
  })
  return {
    portraits,
    postcards,
    stories: await inPairs(stories, ({ picture }) => savePicture(pictures, drawPostcard(picture))),
  }
}

/** Two at a time: the picture store refuses more than a few at once. */
async function inPairs<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += 2)
    results.push(...(await Promise.all(items.slice(start, start + 2).map(work))))
  return results
}

/** Rasterises a drawing and saves it like a photo of a user. */
async function savePicture(pictures: PictureStore, svg: string): Promise<NewPicture> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
  return pictures.save(`data:image/png;base64,${png.toString('base64')}`)
}

type DrawnCommunity = {
  plan: Community
  directory: DirectoryPlace[]
  pictures: Drawn
  hashes: { known: string; unknown: string }
}

async function insertCommunity(
  db: Database,
  { plan, directory, pictures: { portraits, postcards, stories }, hashes }: DrawnCommunity,
): Promise<void> {
  const portraitIds = await insertExisting(db, portraits)
  const postcardIds = await insertExisting(db, postcards)
  const people = await insertPeople(
    db,
    plan.people.map((person, index) => ({
      username: person.username,
      email: emailOf(person.username),
      password_hash: index === 0 ? hashes.known : hashes.unknown,
      bio: person.bio,
      is_private: person.private,
      picture_id: portraitIds[index] ?? null,
    })),
  )
  const personId = (index: number) => idAt(people, index)
  const posts = await insertPosts(
    db,
    plan.posts.map(({ author, place, text, createdAt, privacy }, index) => ({
      author: personId(author),
      text,
      createdAt,
      followersOnly: privacy === 'followers',
      picture: postcardIds[index] ?? null,
      ...keyOf(directory[place]),
    })),
  )
  const postId = (index: number) => idAt(posts, index)
  await insertFollows(
    db,
    plan.follows.map(({ follower, followed, status }) => ({
      follower_id: personId(follower),
      followee_id: personId(followed),
      status,
    })),
  )
  await insertLikes(
    db,
    plan.likes.map((like) => ({ user_id: personId(like.person), post_id: postId(like.post) })),
  )
  const comments = await insertComments(
    db,
    plan.comments.map(({ author, post, text, createdAt }) => ({
      author: personId(author),
      post: postId(post),
      text,
      createdAt,
    })),
  )
  await insertCommentLikes(
    db,
    plan.commentLikes.map((like) => ({ user_id: personId(like.person), comment_id: idAt(comments, like.comment) })),
  )
  await insertPlaceFollows(
    db,
    plan.placeFollows.map((follow) => ({ user_id: personId(follow.person), ...keyOf(directory[follow.place]) })),
  )
  await insertSpotted(
    db,
    plan.spotted.map((request) => ({
      post_id: postId(request.post),
      requester_id: personId(request.requester),
      status: request.status,
    })),
  )
  const storyPictures = await insertPictures(db, stories)
  const storyIds = await insertStories(
    db,
    plan.stories.map(({ author, place, createdAt }, index) => ({
      author: personId(author),
      createdAt,
      picture: idAt(storyPictures, index),
      ...keyOf(directory[place]),
    })),
  )
  await insertStoryLikes(
    db,
    plan.stories.flatMap(({ likedBy }, index) =>
      likedBy.map((liker) => ({ user_id: personId(liker), story_id: idAt(storyIds, index) })),
    ),
  )
  await recount(db)
  await insertNotifications(db)
}

/** Returns the key by which the database finds a place. */
function keyOf(place: DirectoryPlace | undefined): { source: string; sourceId: string } {
  if (!place) throw new Error('the demo’s plan names a place that is not in the directory')
  return { source: place.source, sourceId: place.sourceId }
}

function idAt(ids: number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new Error('the demo’s plan contains an index without a stored row')
  return id
}

/** @returns the ids, with null for each missing picture. */
async function insertExisting(db: Database, pictures: (NewPicture | null)[]): Promise<(number | null)[]> {
  const ids = await insertPictures(
    db,
    pictures.filter((picture) => picture !== null),
  )
  return pictures.map((picture) => (picture ? (ids.shift() ?? null) : null))
}
