import { seemsToLookForSomeone } from '#contract/looks-for-someone.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { overAt } from '#server/events/events.rules.ts'
import { insertPictures } from '#server/media/media.queries.ts'
import type { NewPicture, PictureStore } from '#server/media/media.rules.ts'
import { searchName } from '#server/places/places.rules.ts'
import { hash } from '#server/platform/passwords.ts'
import { type Report, reportWhile } from '#server/platform/progress.ts'
import {
  atItalianTime,
  audienceOf,
  type Community,
  type DemoPerson,
  minutesBefore,
  namesIn,
  pickSome,
  readCommunity,
  soonAfter,
  timeOfPost,
} from './community.ts'
import {
  hasPeople,
  insertAttendances,
  insertCommentLikes,
  insertComments,
  insertConversation,
  insertEvents,
  insertFollows,
  insertLikes,
  insertNotifications,
  insertPeople,
  insertPlaceFollows,
  insertPosts,
  insertSpotted,
  insertStories,
  insertStoryLikes,
  recount,
} from './demo.queries.ts'

/** The credentials of the first demo user. The others have random passwords that are not stored. */
type DemoSignIn = { email: string; password: string }
/** `name`: what a visitor reads on the button that signs in. */
type MadeDemo = DemoSignIn & { name: string; town: string }

const signInFile = (dataDir: string) => path.join(dataDir, 'demo-sign-in.json')

type DemoOptions = {
  /** Ends the work between two pictures. */
  signal?: AbortSignal
  report?: Report
}

/**
 * Creates the demo community in a database without users. @returns the credentials, also at later starts; null if the
 * database has no demo.
 */
export async function makeDemo(
  db: Database,
  pictures: PictureStore,
  dataDir: string,
  options: DemoOptions = {},
): Promise<MadeDemo | null> {
  const signIn = await findOrCreateSignIn(db, pictures, dataDir, options)
  const [first] = readCommunity().people
  return signIn && first ? { ...signIn, town: first.town, name: firstNameOf(first) } : null
}

async function findOrCreateSignIn(
  db: Database,
  pictures: PictureStore,
  dataDir: string,
  { signal, report = () => undefined }: DemoOptions,
): Promise<DemoSignIn | null> {
  const file = signInFile(dataDir)
  if (await hasPeople(db)) return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoSignIn) : null
  const community = readCommunity()
  const counted = countStored(pictures, signal)
  const describe = () =>
    `Creating the demo community: ${community.people.length} people, ${counted.count()} of ${countPictures(community)} pictures`
  const saved = await reportWhile(report, describe, () => savePictures(community, counted.pictures))
  const signIn = {
    email: emailOf(community.people[0]?.username ?? ''),
    password: `dintorni-${randomBytes(4).toString('hex')}`,
  }
  const passwordHashes = {
    first: await hash(signIn.password),
    others: await hash(randomBytes(32).toString('hex')),
  }
  await inTransaction(db, (trx) => insertCommunity(trx, { community, pictures: saved, passwordHashes }))
  writeFileSync(file, JSON.stringify(signIn), { mode: 0o600 })
  return signIn
}

const countPictures = ({ people, posts, stories }: Community): number =>
  people.filter(({ hasPortrait }) => hasPortrait).length +
  posts.filter(({ picture }) => picture).length +
  stories.length

type CountedStore = Pick<PictureStore, 'save' | 'copy'>

/** @returns a store that counts the pictures of another, and refuses further ones after the signal. */
function countStored(store: PictureStore, signal?: AbortSignal): { pictures: CountedStore; count: () => number } {
  let stored = 0
  const add = async (work: () => Promise<NewPicture>) => {
    signal?.throwIfAborted()
    const picture = await work()
    stored++
    return picture
  }
  return {
    pictures: { save: (input) => add(() => store.save(input)), copy: (picture) => add(() => store.copy(picture)) },
    count: () => stored,
  }
}

/** “Giulia” for giulia.romani. */
const firstNameOf = ({ username }: DemoPerson): string =>
  username.charAt(0).toUpperCase() + username.slice(1).split(/[._]/, 1)[0]

const emailOf = (username: string) => `${username}@demo.example`

type SavedPictures = { portraits: (NewPicture | null)[]; posts: (NewPicture | null)[]; stories: (NewPicture | null)[] }

/** Saves all pictures. One that several posts show is saved once and copied. */
async function savePictures({ people, posts, stories }: Community, pictures: CountedStore): Promise<SavedPictures> {
  const save = (names: string[]) => inPairs(names, (name) => savePicture(pictures, name))
  const distinct = [...new Set(posts.flatMap(({ picture }) => picture ?? []))]
  const originals = new Map((await save(distinct)).map((saved, index) => [distinct[index], saved]))
  const unused = new Map(originals)
  const postPictures = await inPairs(posts, async ({ picture }) => {
    const original = originals.get(picture)
    return !original || unused.delete(picture) ? (original ?? null) : pictures.copy(original)
  })
  const portraits = await inPairs(people, async ({ username, hasPortrait }) =>
    hasPortrait ? savePicture(pictures, `portrait-${username}`) : null,
  )
  return { portraits, posts: postPictures, stories: await save(stories.map(({ picture }) => picture)) }
}

/** Two at a time: the picture store refuses more than a few at once. */
async function inPairs<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += 2)
    results.push(...(await Promise.all(items.slice(start, start + 2).map(work))))
  return results
}

/** The people of the demo do not exist yet when their pictures are saved. */
const noAccountId = 0

/** Saves a file of demo/pictures/ like a photo of a user. */
async function savePicture(pictures: CountedStore, name: string): Promise<NewPicture> {
  const webp = await readFile(new URL(`pictures/${name}.webp`, import.meta.url), 'base64')
  const dataUrl = `data:image/webp;base64,${webp}`
  return pictures.save({ dataUrl, accountId: noAccountId, signal: new AbortController().signal })
}

type SavedCommunity = {
  community: Community
  pictures: SavedPictures
  passwordHashes: { first: string; others: string }
}

async function insertCommunity(db: Database, saved: SavedCommunity): Promise<void> {
  const { community, pictures } = saved
  const now = new Date()
  await insertAllPeople(db, saved, now)
  await insertAllPosts(db, community, { pictures: await insertExisting(db, pictures.posts), now })
  await insertAllStories(db, community, { pictures: await insertExisting(db, pictures.stories), now })
  await insertAllEvents(db, community, now)
  await recount(db)
  const reader = community.people[0]?.username ?? ''
  for (const { messages, isRequest = false, ...conversation } of community.conversations) {
    const sent = messages.map(({ minutesAgo, ...message }) => ({ ...message, at: minutesBefore(now, minutesAgo) }))
    await insertConversation(db, { ...conversation, reader, isRequest, messages: sent })
  }
  await insertNotifications(db, reader)
}

const newFollowAgeMinutes = 20
const oldFollowAgeMinutes = 3 * 24 * 60

async function insertAllPeople(db: Database, { community, pictures, passwordHashes }: SavedCommunity, now: Date) {
  const { people } = community
  const portraitIds = await insertExisting(db, pictures.portraits)
  const rows = people.map(({ username, name, bio, isPrivate = false }, index) => ({
    username,
    email: emailOf(username),
    password_hash: index === 0 ? passwordHashes.first : passwordHashes.others,
    display_name: name ?? null,
    display_name_key: name === undefined ? null : searchName(name),
    bio,
    is_private: isPrivate,
    picture_id: portraitIds[index] ?? null,
  }))
  await insertPeople(db, rows)
  const recently = minutesBefore(now, newFollowAgeMinutes)
  const earlier = minutesBefore(now, oldFollowAgeMinutes)
  const follows = people.flatMap(({ username: follower, ...person }) => [
    ...namesIn(person.follows).map((followed) => ({ follower, followed, status: 'accepted' as const, at: earlier })),
    ...namesIn(person.requests).map((followed) => ({ follower, followed, status: 'pending' as const, at: earlier })),
    ...namesIn(person.justFollowed).map((followed) => ({
      follower,
      followed,
      status: 'accepted' as const,
      at: recently,
    })),
  ])
  await insertFollows(db, follows)
  const placeFollows = people.flatMap(({ username: person, places }) =>
    namesIn(places).map((place) => ({ person, place })),
  )
  await insertPlaceFollows(db, placeFollows)
}

type Stored = { pictures: (number | null)[]; now: Date }

async function insertAllPosts(db: Database, { people, posts }: Community, { pictures, now }: Stored): Promise<void> {
  // Oldest first, so that ids grow with time.
  const dated = posts
    .map((post, index) => ({
      ...post,
      index,
      at: timeOfPost(post, now),
      picture: pictures[index] ?? null,
      audience: audienceOf(post, people),
    }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const ids = await insertPosts(
    db,
    dated.map(({ author, place, text, at, followersOnly = false, picture }) => {
      return { author, place, text, at, followersOnly, looksForSomeone: seemsToLookForSomeone(text), picture }
    }),
  )
  const stored = dated.map((post, position) => ({ ...post, id: ids[position]! }))
  const likes = stored.flatMap(({ id, index, audience, likes: count }) =>
    pickSome(audience, count, index).map((person) => ({ person, to: id })),
  )
  await insertLikes(db, likes)
  const spotted = stored.flatMap(({ id, spotted: requests = [] }) =>
    requests.map(({ by, isConfirmed = false, text = null }) => ({ post: id, by, isConfirmed, text })),
  )
  await insertSpotted(db, spotted)
  const comments = stored.flatMap((post) =>
    (post.comments ?? []).map((comment) => ({ ...comment, post, at: soonAfter(post.at, comment.after, now) })),
  )
  const commentIds = await insertComments(
    db,
    comments.map(({ post, author, text, at }) => ({ post: post.id, author, text, at, replyTo: null })),
  )
  const replies = comments.flatMap(({ post, at, reply }, index) =>
    reply
      ? [
          {
            post: post.id,
            author: post.author,
            text: reply.text,
            at: soonAfter(at, reply.after, now),
            replyTo: commentIds[index]!,
          },
        ]
      : [],
  )
  await insertComments(db, replies)
  const commentLikes = comments.flatMap(({ post, author, likes: count = 0 }, index) =>
    pickSome(
      post.audience.filter((person) => person !== author),
      count,
      index,
    ).map((person) => ({ person, to: commentIds[index]! })),
  )
  await insertCommentLikes(db, commentLikes)
}

async function insertAllStories(db: Database, { people, stories }: Community, { pictures, now }: Stored) {
  const rows = stories.map(({ author, place, minutesAgo, caption = '' }, index) => ({
    author,
    place,
    at: minutesBefore(now, minutesAgo),
    caption,
    picture: pictures[index]!,
  }))
  const ids = await insertStories(db, rows)
  const likes = stories.flatMap(({ author, likes: count }, index) => {
    const others = people.map(({ username }) => username).filter((username) => username !== author)
    return pickSome(others, count, index).map((person) => ({ person, to: ids[index]! }))
  })
  await insertStoryLikes(db, likes)
}

const hourMs = 60 * 60 * 1000

async function insertAllEvents(db: Database, { events }: Community, now: Date): Promise<void> {
  const rows = events.map(({ author, place, title, description, days, hour, hours }) => {
    const startsAt = atItalianTime(now, days, `${hour}:00`)
    const endsAt = hours === undefined ? null : new Date(startsAt.getTime() + hours * hourMs)
    return {
      author,
      place,
      title,
      description,
      startsAt,
      endsAt,
      overAt: overAt({ starts_at: startsAt, ends_at: endsAt }),
    }
  })
  const ids = await insertEvents(db, rows)
  const attendances = events.flatMap(({ going }, index) =>
    namesIn(going).map((person) => ({ person, to: ids[index]! })),
  )
  await insertAttendances(db, attendances)
}

/** @returns the ids, with null for each missing picture. */
async function insertExisting(db: Database, pictures: (NewPicture | null)[]): Promise<(number | null)[]> {
  const ids = await insertPictures(
    db,
    pictures.filter((picture) => picture !== null),
  )
  return pictures.map((picture) => (picture ? (ids.shift() ?? null) : null))
}
