import { createHash } from 'node:crypto'
import type { Random } from '#demo/random.ts'
import type { CopyFile } from './copy-file.ts'

/** Users with ids up to this one have a session each. */
export const usersWithSession = 10_000

/** Returns the session token of a user; derived from the id, so that it need not be stored. */
export const sessionToken = (userId: number): string =>
  createHash('sha256').update(`somebody of the bench: ${userId}`).digest('base64url')

/** All users by index; index 0 has id 1. */
export type People = {
  count: number
  /** Index of the town a user lives in. */
  town: Int32Array
  isPrivate: Uint8Array
  followers: Int32Array
  following: Int32Array
  spotted: Int32Array
  /** Indexes of the users of each town. */
  byTown: Map<number, number[]>
}

const privateShare = 0.1

/** Creates users and assigns each to a town. */
export function createPeople(random: Random, pickTown: (random: Random) => number, count: number): People {
  const counters = () => new Int32Array(count)
  const people: People = {
    count,
    town: counters(),
    isPrivate: new Uint8Array(count),
    followers: counters(),
    following: counters(),
    spotted: counters(),
    byTown: new Map(),
  }
  for (let index = 0; index < count; index++) {
    const town = pickTown(random)
    people.town[index] = town
    people.isPrivate[index] = random.maybe(privateShare) ? 1 : 0
    const neighbours = people.byTown.get(town)
    if (neighbours) neighbours.push(index)
    else people.byTown.set(town, [index])
  }
  return people
}

/** Returns a random count with an exponential distribution: often small, sometimes many times the mean. */
export const randomCount = (random: Random, mean: number): number =>
  Math.floor(-mean * Math.log(1 - random.next()) + 0.5)

/** Picks a user, popular ones (low indexes) more often. */
const pickPopular = ({ count }: People, random: Random): number => Math.floor(count * random.next() ** 2)

const localShare = 0.6

/** Picks a user whom somebody of a town may know: a neighbour or a popular user. */
export function pickAcquaintance(people: People, town: number, random: Random): number {
  const neighbours = people.byTown.get(town)
  return neighbours && random.maybe(localShare)
    ? (neighbours[Math.floor(neighbours.length * random.next())] ?? 0)
    : pickPopular(people, random)
}

/** Picks up to `count` different numbers; fewer when the same ones come up again. */
export function pickDistinct(count: number, pick: () => number, excluded: number): Set<number> {
  const picked = new Set<number>()
  for (let attempt = 0; picked.size < count && attempt < count * 2; attempt++) {
    const candidate = pick()
    if (candidate !== excluded) picked.add(candidate)
  }
  return picked
}

const means = { follows: 20, blocks: 0.6, places: 3 }
const maxFollows = 500
const pendingShare = 0.2

type RelationsInput = {
  files: { follows: CopyFile; blocks: CopyFile }
  people: People
  idAt: (index: number) => number
  random: Random
}

/** Writes follows and blocks. A block removes follows in both directions; only follows of private accounts pend. */
export function writeFollowsAndBlocks({ files, people, idAt, random }: RelationsInput): void {
  const acquaintances = (index: number, count: number) =>
    pickDistinct(count, () => pickAcquaintance(people, people.town[index] ?? 0, random), index)
  const followed = Array.from(people.town, (_, index) =>
    acquaintances(index, Math.min(maxFollows, randomCount(random, means.follows))),
  )
  followed.forEach((followees, index) => {
    for (const blocked of acquaintances(index, randomCount(random, means.blocks))) {
      followees.delete(blocked)
      followed[blocked]?.delete(index)
      files.blocks.addRow(index + 1, blocked + 1, idAt(index))
    }
  })
  followed.forEach((followees, index) => {
    for (const followee of followees) {
      const isPending = people.isPrivate[followee] === 1 && random.maybe(pendingShare)
      files.follows.addRow(index + 1, followee + 1, isPending ? 'pending' : 'accepted', idAt(index))
      if (isPending) continue
      people.following[index]! += 1
      people.followers[followee]! += 1
    }
  })
}

type PlaceFollowsInput = {
  file: CopyFile
  people: People
  /** Picks the id of a place in a town. */
  pickPlace: (town: number) => number
  idAt: (index: number) => number
  random: Random
}

/** Writes who follows which places. Returns the number of public followers by place. */
export function writePlaceFollows({ file, people, pickPlace, idAt, random }: PlaceFollowsInput): Map<number, number> {
  const followers = new Map<number, number>()
  for (let index = 0; index < people.count; index++) {
    const pickNearby = () => pickPlace(people.town[index] ?? 0)
    for (const place of pickDistinct(randomCount(random, means.places), pickNearby, 0)) {
      file.addRow(index + 1, place, idAt(index))
      if (people.isPrivate[index] !== 1) followers.set(place, (followers.get(place) ?? 0) + 1)
    }
  }
  return followers
}

const firstNames = (
  'giulia marco sofia luca aurora matteo chiara davide elena francesco ' +
  'martina giorgio sara nicolo ilaria pietro anna andrea valentina simone'
).split(' ')
const surnames = (
  'rossi ferrari russo bianchi romano gallo costa fontana conti esposito ' +
  'ricci bruno rizzo moretti marino greco lombardi mancini barbieri colombo'
).split(' ')
const separators = ['', '.', '_']
const pictureShare = 0.4

type UsersInput = {
  file: CopyFile
  people: People
  /** Adds a picture and returns its id. */
  addPicture: () => number
  random: Random
}

/** Writes the users, some with a profile picture. */
export function writeUsers({ file, people, addPicture, random }: UsersInput): void {
  for (let index = 0; index < people.count; index++) {
    const username = `${random.pick(firstNames)}${random.pick(separators)}${random.pick(surnames)}${index}`
    const pictureId = random.maybe(pictureShare) ? addPicture() : null
    file.addRow(
      index + 1,
      username,
      `bench-${index}@example.it`,
      '',
      pictureId,
      people.isPrivate[index] === 1,
      true,
      people.followers[index] ?? 0,
      people.following[index] ?? 0,
      people.spotted[index] ?? 0,
    )
  }
}
