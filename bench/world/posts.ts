import { postTexts } from '#demo/texts.ts'
import { replies } from '#demo/replies.ts'
import type { Chance } from '#demo/chance.ts'
import type { Point } from '#server/platform/geography.ts'
import { different, fewOrMany, type People, somebodyMet } from './people.ts'
import type { TableFile } from './table-file.ts'

/** A place with the cells that its posts carry. */
export type PostedPlace = Point & { id: number; name: string; town: string; c4: string; c5: string }

export type PostFiles = { posts: TableFile; likes: TableFile; comments: TableFile; spotted: TableFile }

type Scene = {
  count: number
  /** Milliseconds: when the first post was written, and the last. */
  from: number
  until: number
  people: People
  /** A place for a post of somebody who lives in a town. */
  pickPlace: (town: number) => PostedPlace
  pickTown: (chance: Chance) => number
  nextPicture: () => number
}

const day = 24 * 60 * 60 * 1000
const shares = { athome: 0.8, followersOnly: 0.1, picture: 0.35, popular: 0.01, spotted: 0.1, confirmed: 0.5 }
const means = { likes: 4, comments: 1 }
/** What everybody talks of has so many times the likes and comments. */
const popularTimes = 20
/**
 * The next answer comes within this, so that one post's comments end before those of the 4096th post after it begin
 * (`timeOrderedId`).
 */
const longestPause = 20 * 60 * 1000
const mostComments = 30

/** As migration 0001 makes them: milliseconds since 2020, then 12 bits. */
export const timeOrderedId = (moment: number, tail: number): number =>
  (Math.floor(moment) - 1_577_836_800_000) * 4096 + (tail % 4096)

/**
 * Posts from the oldest to the newest, with all that hangs on them. @returns at each place, how many posts have
 * somebody confirmed.
 */
export function writePosts(files: PostFiles, scene: Scene, chance: Chance): Map<number, number> {
  const spottedAt = new Map<number, number>()
  const step = (scene.until - scene.from) / scene.count
  for (let at = 0; at < scene.count; at++) {
    const moment = Math.floor(scene.from + (at + chance.next() * 0.9) * step)
    const place = writePost(files, scene, { at, moment }, chance)
    if (place) spottedAt.set(place, (spottedAt.get(place) ?? 0) + 1)
  }
  return spottedAt
}

/** @returns its place, when somebody is confirmed in it. */
function writePost(
  files: PostFiles,
  scene: Scene,
  { at, moment }: { at: number; moment: number },
  chance: Chance,
): number | null {
  const { people } = scene
  const author = Math.floor(people.count * chance.next() ** 1.5)
  const town = chance.maybe(shares.athome) ? (people.town[author] ?? 0) : scene.pickTown(chance)
  const place = scene.pickPlace(town)
  const id = timeOrderedId(moment, at)
  const times = chance.maybe(shares.popular) ? popularTimes : 1
  const later = () => Math.min(scene.until, moment + Math.floor(day * chance.next()))
  const met = () => somebodyMet(people, town, chance)

  const likers = different(fewOrMany(chance, means.likes) * times, met, author)
  for (const liker of likers) files.likes.row(liker + 1, id, timeOrderedId(later(), at))
  const comments = Math.min(mostComments, fewOrMany(chance, means.comments) * times)
  for (let told = 0, when = moment; told < comments; told++) {
    when += 1 + Math.floor(longestPause * chance.next())
    files.comments.row(timeOrderedId(when, at), id, met() + 1, chance.pick(replies.any), new Date(when).toISOString())
  }
  const claimants = chance.maybe(shares.spotted)
    ? different(1 + fewOrMany(chance, 0.5), met, author)
    : new Set<number>()
  const confirmed = [...claimants].filter(() => chance.maybe(shares.confirmed))
  let asked = 0
  for (const claimant of claimants)
    files.spotted.row(
      timeOrderedId(moment + ++asked, at),
      id,
      claimant + 1,
      confirmed.includes(claimant) ? 'confirmed' : 'pending',
    )
  for (const claimant of confirmed) people.spotted[claimant]! += 1

  files.posts.row(
    id,
    author + 1,
    place.id,
    place.latitude,
    place.longitude,
    place.c4,
    place.c5,
    chance.maybe(shares.followersOnly),
    textAt(place, chance),
    chance.maybe(shares.picture) ? scene.nextPicture() : null,
    likers.size,
    comments,
    confirmed.length,
    new Date(moment).toISOString(),
  )
  return confirmed.length > 0 ? place.id : null
}

const textAt = ({ name, town }: PostedPlace, chance: Chance): string =>
  chance.pick(postTexts).text.replaceAll('{luogo}', name).replaceAll('{citta}', town)
