import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Database } from '#server/database/connect.ts'
import type { NewPicture, PictureStore } from '#server/media/media.rules.ts'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { hash } from '#server/platform/passwords.ts'
import { type Community, planCommunity } from './community.ts'
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
import { portrait } from './portrait.ts'
import { postcard } from './postcard.ts'

/** Who may sign in: the first of the demo's people. The others have a password that nobody knows. */
export type DemoSignIn = { email: string; password: string }

const seed = 'dintorni'
const signInFile = (dataDir: string) => path.join(dataDir, 'demo-sign-in.json')

/**
 * Makes the demo community in a database without people. @returns with what to sign in, also at later starts; null
 * where there is no demo.
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
  await db.transaction().execute((trx) => store(trx, plan, directory, drawn, hashes))
  writeFileSync(file, JSON.stringify(signIn), { mode: 0o600 })
  return signIn
}

const emailOf = (username: string) => `${username}@demo.example`

type Drawn = { portraits: (NewPicture | null)[]; postcards: (NewPicture | null)[]; stories: NewPicture[] }

/** A picture that several posts show is drawn once and copied. */
async function drawPictures({ people, posts, stories }: Community, pictures: PictureStore): Promise<Drawn> {
  const portraits = await inTurn(
    people,
    async ({ portrait: wish }) => wish && savePicture(pictures, portrait(wish.seed, wish.looks)),
  )
  const wishes = new Map(posts.flatMap(({ picture }) => (picture ? [[picture.seed, picture] as const] : [])))
  const drawn = await inTurn(
    [...wishes.values()],
    async (wish) => [wish.seed, await savePicture(pictures, postcard(wish))] as const,
  )
  const bySeed = new Map(drawn)
  const used = new Set<NewPicture>()
  const postcards = await inTurn(posts, async ({ picture }) => {
    const original = picture && bySeed.get(picture.seed)
    if (!original || used.has(original)) return original ? pictures.copy(original) : null
    used.add(original)
    return original
  })
  return {
    portraits,
    postcards,
    stories: await inTurn(stories, ({ picture }) => savePicture(pictures, postcard(picture))),
  }
}

/** Two at a time: the store refuses a crowd. */
async function inTurn<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 2) results.push(...(await Promise.all(items.slice(at, at + 2).map(work))))
  return results
}

/** The drawing goes the way of every photo, as a lossless picture. */
async function savePicture(pictures: PictureStore, svg: string): Promise<NewPicture> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
  return pictures.save(`data:image/png;base64,${png.toString('base64')}`)
}

async function store(
  db: Database,
  plan: Community,
  directory: DirectoryPlace[],
  { portraits, postcards, stories }: Drawn,
  hashes: { known: string; unknown: string },
): Promise<void> {
  const portraitIds = await insertSome(db, portraits)
  const postcardIds = await insertSome(db, postcards)
  const people = await insertPeople(
    db,
    plan.people.map((person, at) => ({
      username: person.username,
      email: emailOf(person.username),
      password_hash: at === 0 ? hashes.known : hashes.unknown,
      bio: person.bio,
      is_private: person.private,
      picture_id: portraitIds[at] ?? null,
    })),
  )
  const person = (at: number) => idAt(people, at)
  const posts = await insertPosts(
    db,
    plan.posts.map(({ author, place, text, createdAt, privacy }, at) => ({
      author: person(author),
      text,
      createdAt,
      followersOnly: privacy === 'followers',
      picture: postcardIds[at] ?? null,
      ...keyOf(directory[place]),
    })),
  )
  const post = (at: number) => idAt(posts, at)
  await insertFollows(
    db,
    plan.follows.map(({ follower, followed, status }) => ({
      follower_id: person(follower),
      followee_id: person(followed),
      status,
    })),
  )
  await insertLikes(
    db,
    plan.likes.map((like) => ({ user_id: person(like.person), post_id: post(like.post) })),
  )
  const comments = await insertComments(
    db,
    plan.comments.map(({ author, post: of, text, createdAt }) => ({
      author: person(author),
      post: post(of),
      text,
      createdAt,
    })),
  )
  await insertCommentLikes(
    db,
    plan.commentLikes.map((like) => ({ user_id: person(like.person), comment_id: idAt(comments, like.comment) })),
  )
  await insertPlaceFollows(
    db,
    plan.placeFollows.map((follow) => ({ user_id: person(follow.person), ...keyOf(directory[follow.place]) })),
  )
  await insertSpotted(
    db,
    plan.spotted.map((request) => ({
      post_id: post(request.post),
      requester_id: person(request.requester),
      status: request.status,
    })),
  )
  const storyPictures = await insertPictures(db, stories)
  const storyIds = await insertStories(
    db,
    plan.stories.map(({ author, place, createdAt }, at) => ({
      author: person(author),
      createdAt,
      picture: idAt(storyPictures, at),
      ...keyOf(directory[place]),
    })),
  )
  await insertStoryLikes(
    db,
    plan.stories.flatMap(({ likedBy }, at) =>
      likedBy.map((by) => ({ user_id: person(by), story_id: idAt(storyIds, at) })),
    ),
  )
  await recount(db)
  await insertNotifications(db)
}

/** How a place is found in the database. */
function keyOf(place: DirectoryPlace | undefined): { source: string; sourceId: string } {
  if (!place) throw new Error('the demo’s plan names a place that is not in the directory')
  return { source: place.source, sourceId: place.sourceId }
}

function idAt(ids: number[], at: number): number {
  const id = ids[at]
  if (id === undefined) throw new Error('the demo’s plan names somebody or something that was not stored')
  return id
}

/** @returns ids at the places of the pictures that exist. */
async function insertSome(db: Database, pictures: (NewPicture | null)[]): Promise<(number | null)[]> {
  const ids = await insertPictures(
    db,
    pictures.filter((picture) => picture !== null),
  )
  return pictures.map((picture) => (picture ? (ids.shift() ?? null) : null))
}
