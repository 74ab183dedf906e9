import type { Random } from '#demo/random.ts'
import { commentTexts } from '#demo/plan/comment-texts.ts'
import { postTexts } from '#demo/plan/post-texts.ts'
import type { Point } from '#server/platform/geography.ts'
import type { CopyFile } from './copy-file.ts'
import { type People, pickAcquaintance, pickDistinct, randomCount } from './people.ts'

/** A place with the cells that its posts carry. */
export type PlaceWithCells = Point & { id: number; name: string; town: string; c4: string; c5: string }

type PostFiles = { posts: CopyFile; likes: CopyFile; comments: CopyFile; spotted: CopyFile }

type PostsInput = {
  files: PostFiles
  count: number
  /** When the first and the last post are written. */
  fromMs: number
  untilMs: number
  people: People
  /** Picks a place for a post written in a town. */
  pickPlace: (town: number) => PlaceWithCells
  pickTown: (random: Random) => number
  /** Adds a picture and returns its id. */
  addPicture: () => number
  random: Random
}

const dayMs = 24 * 60 * 60 * 1000
const shares = { inHomeTown: 0.8, followersOnly: 0.1, picture: 0.35, popular: 0.01, spotted: 0.1, confirmed: 0.5 }
const means = { likes: 4, comments: 1, furtherRequests: 0.5 }
/** A popular post has this many times the likes and comments of others. */
const popularFactor = 20
/**
 * Longest time between two comments of a post: its comments end before those of the 4096th post after it begin, which
 * keeps their ids unique (`timeOrderedId`).
 */
const maxCommentGapMs = 20 * 60 * 1000
const maxComments = 30

/** Creates an id as migration 0001 does: milliseconds since 2020, then 12 bits. */
export const timeOrderedId = (timeMs: number, lowBits: number): number =>
  (Math.floor(timeMs) - 1_577_836_800_000) * 4096 + (lowBits % 4096)

/**
 * Writes posts from the oldest to the newest, with their likes, comments and Spotted requests. Returns the number of
 * posts with a confirmed person by place.
 */
export function writePosts(input: PostsInput): Map<number, number> {
  const { count, fromMs, untilMs, random } = input
  const confirmedByPlace = new Map<number, number>()
  const stepMs = (untilMs - fromMs) / count
  for (let index = 0; index < count; index++) {
    const createdMs = Math.floor(fromMs + (index + random.next() * 0.9) * stepMs)
    const placeId = writePost(input, { index, createdMs })
    if (placeId) confirmedByPlace.set(placeId, (confirmedByPlace.get(placeId) ?? 0) + 1)
  }
  return confirmedByPlace
}

/** Writes one post. Returns the id of its place when somebody is confirmed in it. */
function writePost(input: PostsInput, { index, createdMs }: { index: number; createdMs: number }): number | null {
  const { files, people, random } = input
  const author = Math.floor(people.count * random.next() ** 1.5)
  const town = random.maybe(shares.inHomeTown) ? (people.town[author] ?? 0) : input.pickTown(random)
  const place = input.pickPlace(town)
  const post: Post = {
    index,
    createdMs,
    author,
    id: timeOrderedId(createdMs, index),
    activityFactor: random.maybe(shares.popular) ? popularFactor : 1,
    pickVisitor: () => pickAcquaintance(people, town, random),
  }
  const likes = writeLikes(input, post)
  const comments = writeComments(input, post)
  const confirmations = writeSpottedRequests(input, post)
  files.posts.addRow(
    post.id,
    author + 1,
    place.id,
    place.latitude,
    place.longitude,
    place.c4,
    place.c5,
    random.maybe(shares.followersOnly),
    randomText(place, random),
    random.maybe(shares.picture) ? input.addPicture() : null,
    likes,
    comments,
    confirmations,
    new Date(createdMs).toISOString(),
  )
  return confirmations > 0 ? place.id : null
}

type Post = {
  id: number
  index: number
  createdMs: number
  /** Index of its author. */
  author: number
  activityFactor: number
  /** Picks the index of a user who may have met the post. */
  pickVisitor: () => number
}

/** Returns the number of likes. */
function writeLikes({ files, untilMs, random }: PostsInput, post: Post): number {
  const count = randomCount(random, means.likes) * post.activityFactor
  const likers = pickDistinct(count, post.pickVisitor, post.author)
  for (const liker of likers) {
    const likedMs = Math.min(untilMs, post.createdMs + Math.floor(dayMs * random.next()))
    files.likes.addRow(liker + 1, post.id, timeOrderedId(likedMs, post.index))
  }
  return likers.size
}

/** Returns the number of comments. */
function writeComments({ files, random }: PostsInput, post: Post): number {
  const count = Math.min(maxComments, randomCount(random, means.comments) * post.activityFactor)
  let writtenMs = post.createdMs
  for (let comment = 0; comment < count; comment++) {
    writtenMs += 1 + Math.floor(maxCommentGapMs * random.next())
    files.comments.addRow(
      timeOrderedId(writtenMs, post.index),
      post.id,
      post.pickVisitor() + 1,
      random.pick(commentTexts.any),
      new Date(writtenMs).toISOString(),
    )
  }
  return count
}

/** Returns the number of confirmed requests. */
function writeSpottedRequests({ files, people, random }: PostsInput, post: Post): number {
  const count = random.maybe(shares.spotted) ? 1 + randomCount(random, means.furtherRequests) : 0
  const requesters = [...pickDistinct(count, post.pickVisitor, post.author)]
  const confirmed = requesters.filter(() => random.maybe(shares.confirmed))
  requesters.forEach((requester, position) => {
    const id = timeOrderedId(post.createdMs + position + 1, post.index)
    files.spotted.addRow(id, post.id, requester + 1, confirmed.includes(requester) ? 'confirmed' : 'pending')
  })
  for (const requester of confirmed) people.spotted[requester]! += 1
  return confirmed.length
}

const randomText = ({ name, town }: PlaceWithCells, random: Random): string =>
  random.pick(postTexts).text.replaceAll('{luogo}', name).replaceAll('{citta}', town)
