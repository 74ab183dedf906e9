import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Database } from '#server/database/connect.ts'
import { insertPictures } from '#server/media/media.queries.ts'
import type { NewPicture, PictureStore } from '#server/media/media.rules.ts'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { hash } from '#server/platform/passwords.ts'
import { type Community, planCommunity } from './plan/community.ts'
import { firstNameOf, firstPerson } from './plan/people.ts'
import {
  hasPeople,
  insertCommentLikes,
  insertComments,
  insertConversation,
  insertEvent,
  insertReplies,
  insertFollows,
  insertLikes,
  insertPeople,
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
type DemoSignIn = { email: string; password: string }
/** `name`: what a visitor reads on the button that signs in. */
type MadeDemo = DemoSignIn & { name: string; town: string }

const seed = 'dintorni'
const signInFile = (dataDir: string) => path.join(dataDir, 'demo-sign-in.json')

/**
 * Creates the demo community in a database without users. @returns the credentials, also at later starts; null if the
 * database has no demo.
 */
export async function makeDemo(db: Database, pictures: PictureStore, dataDir: string): Promise<MadeDemo | null> {
  const signIn = await findOrCreateSignIn(db, pictures, dataDir)
  const { town } = firstPerson
  return signIn && { ...signIn, town, name: firstNameOf(firstPerson) }
}

async function findOrCreateSignIn(db: Database, pictures: PictureStore, dataDir: string): Promise<DemoSignIn | null> {
  const file = signInFile(dataDir)
  if (await hasPeople(db)) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSignIn) : null
  const directory = readDirectory()
  const plan = planCommunity(directory, seed, new Date())
  const drawn = await drawPictures(plan, pictures)
  const signIn = {
    email: emailOf(firstPerson.username),
    password: `dintorni-${randomBytes(4).toString('hex')}`,
  }
  const passwordHashes = {
    first: await hash(signIn.password),
    others: await hash(randomBytes(32).toString('hex')),
  }
  await db.transaction().execute((trx) => insertCommunity(trx, { plan, directory, pictures: drawn, passwordHashes }))
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

/** The people of the demo do not exist yet when their pictures are drawn. */
const noAccountId = 0

/** Rasterises a drawing and saves it like a photo of a user. */
async function savePicture(pictures: PictureStore, svg: string): Promise<NewPicture> {
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
  const dataUrl = `data:image/png;base64,${png.toString('base64')}`
  return pictures.save({ dataUrl, accountId: noAccountId, signal: new AbortController().signal })
}

type DrawnCommunity = {
  plan: Community
  directory: DirectoryPlace[]
  pictures: Drawn
  passwordHashes: { first: string; others: string }
}

async function insertCommunity(db: Database, community: DrawnCommunity): Promise<void> {
  const personIds = await insertPlannedPeople(db, community)
  const postIds = await insertPlannedPosts(db, community, personIds)
  await insertPlannedFollows(db, community, personIds)
  await insertPlannedReactions(db, community.plan, { personIds, postIds })
  await insertPlannedStories(db, community, personIds)
  await insertPlannedEvents(db, community, personIds)
  await recount(db)
  await insertPlannedConversations(db, community.plan, personIds)
  await insertNotifications(db, idAt(personIds, 0))
}

async function insertPlannedConversations(db: Database, { conversations }: Community, personIds: number[]) {
  const reader = idAt(personIds, 0)
  for (const { other: person, status, unread, messages } of conversations) {
    const other = idAt(personIds, person)
    const numbered = messages.map(({ isOwn, text, createdAt }, index) => ({
      from: isOwn ? reader : other,
      to: isOwn ? other : reader,
      text,
      createdAt,
      number: index + 1,
    }))
    await insertConversation(db, { reader, other, status, unread }, numbered)
  }
}

async function insertPlannedPeople(
  db: Database,
  { plan, pictures, passwordHashes }: DrawnCommunity,
): Promise<number[]> {
  const portraitIds = await insertExisting(db, pictures.portraits)
  return insertPeople(
    db,
    plan.people.map((person, index) => ({
      username: person.username,
      email: emailOf(person.username),
      password_hash: index === 0 ? passwordHashes.first : passwordHashes.others,
      bio: person.bio,
      is_private: person.private,
      picture_id: portraitIds[index] ?? null,
    })),
  )
}

async function insertPlannedPosts(
  db: Database,
  { plan, directory, pictures }: DrawnCommunity,
  personIds: number[],
): Promise<number[]> {
  const postcardIds = await insertExisting(db, pictures.postcards)
  return insertPosts(
    db,
    plan.posts.map(({ author, place, text, createdAt, privacy }, index) => ({
      author: idAt(personIds, author),
      text,
      createdAt,
      followersOnly: privacy === 'followers',
      picture: postcardIds[index] ?? null,
      ...keyOf(directory[place]),
    })),
  )
}

async function insertPlannedFollows(
  db: Database,
  { plan, directory }: DrawnCommunity,
  personIds: number[],
): Promise<void> {
  await insertFollows(
    db,
    plan.follows.map(({ follower, followed, status, isNew }) => ({
      isNew,
      follower_id: idAt(personIds, follower),
      followee_id: idAt(personIds, followed),
      status,
    })),
  )
  await insertPlaceFollows(
    db,
    plan.placeFollows.map(({ person, place }) => ({ user_id: idAt(personIds, person), ...keyOf(directory[place]) })),
  )
}

type PlannedIds = { personIds: number[]; postIds: number[] }

async function insertPlannedReactions(db: Database, plan: Community, { personIds, postIds }: PlannedIds) {
  await insertLikes(
    db,
    plan.likes.map(({ person, post }) => ({ user_id: idAt(personIds, person), post_id: idAt(postIds, post) })),
  )
  const commentIds = await insertComments(
    db,
    plan.comments.map(({ author, post, text, createdAt }) => ({
      author: idAt(personIds, author),
      post: idAt(postIds, post),
      text,
      createdAt,
    })),
  )
  await insertReplies(
    db,
    plan.replies.map(({ comment, ...reply }) => ({ ...reply, replyTo: idAt(commentIds, comment) })),
  )
  await insertCommentLikes(
    db,
    plan.commentLikes.map(({ person, comment }) => ({
      user_id: idAt(personIds, person),
      comment_id: idAt(commentIds, comment),
    })),
  )
  await insertSpotted(
    db,
    plan.spotted.map(({ post, requester, status, text }) => ({
      text,
      post_id: idAt(postIds, post),
      requester_id: idAt(personIds, requester),
      status,
    })),
  )
}

async function insertPlannedStories(
  db: Database,
  { plan, directory, pictures }: DrawnCommunity,
  personIds: number[],
): Promise<void> {
  const pictureIds = await insertPictures(db, pictures.stories)
  const storyIds = await insertStories(
    db,
    plan.stories.map(({ author, place, createdAt, caption }, index) => ({
      author: idAt(personIds, author),
      createdAt,
      caption,
      picture: idAt(pictureIds, index),
      ...keyOf(directory[place]),
    })),
  )
  await insertStoryLikes(
    db,
    plan.stories.flatMap(({ likedBy }, index) =>
      likedBy.map((person) => ({ user_id: idAt(personIds, person), story_id: idAt(storyIds, index) })),
    ),
  )
}

async function insertPlannedEvents(
  db: Database,
  { plan, directory }: DrawnCommunity,
  personIds: number[],
): Promise<void> {
  for (const { author, going, place, ...event } of plan.events)
    await insertEvent(
      db,
      { ...event, ...keyOf(directory[place]), author: idAt(personIds, author) },
      going.map((person) => idAt(personIds, person)),
    )
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
