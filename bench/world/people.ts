import { createHash } from 'node:crypto'
import type { Chance } from '#demo/chance.ts'
import type { TableFile } from './table-file.ts'

/** The first so many have a session each. */
export const signedInCount = 10_000

/** The token of somebody's session: the same in every world, so that it need not be kept. */
export const tokenOf = (personId: number): string =>
  createHash('sha256').update(`somebody of the bench: ${personId}`).digest('base64url')

/** Everybody by number: person 1 stands at 0. */
export type People = {
  count: number
  /** The town somebody lives in. */
  town: Int32Array
  isPrivate: Uint8Array
  followers: Int32Array
  following: Int32Array
  spotted: Int32Array
  /** Who lives in a town. */
  byTown: Map<number, number[]>
}

const privateShare = 0.1

export function settle(chance: Chance, pickTown: (chance: Chance) => number, count: number): People {
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
  for (let at = 0; at < count; at++) {
    const town = pickTown(chance)
    people.town[at] = town
    people.isPrivate[at] = chance.maybe(privateShare) ? 1 : 0
    const neighbours = people.byTown.get(town)
    if (neighbours) neighbours.push(at)
    else people.byTown.set(town, [at])
  }
  return people
}

/** A number that is often small, and sometimes many times its mean. */
export const fewOrMany = (chance: Chance, mean: number): number => Math.floor(-mean * Math.log(1 - chance.next()) + 0.5)

/** Somebody known: more often one of the few whom everybody knows. */
const somebodyKnown = ({ count }: People, chance: Chance): number => Math.floor(count * chance.next() ** 2)

const localShare = 0.6

/** Somebody that a person meets: of their own town, or known to all. */
export function somebodyMet(people: People, town: number, chance: Chance): number {
  const neighbours = people.byTown.get(town)
  return neighbours && chance.maybe(localShare)
    ? (neighbours[Math.floor(neighbours.length * chance.next())] ?? 0)
    : somebodyKnown(people, chance)
}

/** So many different people, fewer when the same ones come up again and again. */
export function different(count: number, pick: () => number, not: number): Set<number> {
  const picked = new Set<number>()
  for (let attempt = 0; picked.size < count && attempt < count * 2; attempt++) {
    const somebody = pick()
    if (somebody !== not) picked.add(somebody)
  }
  return picked
}

const means = { follows: 20, blocks: 0.6, places: 3 }
const pendingShare = 0.2

/** Who follows and who blocks whom: a block leaves no follow, and only who is private is asked. */
export function writeFollows(
  files: { follows: TableFile; blocks: TableFile },
  people: People,
  idAt: (at: number) => number,
  chance: Chance,
): void {
  const followed = Array.from(people.town, (town, at) =>
    different(Math.min(500, fewOrMany(chance, means.follows)), () => somebodyMet(people, town, chance), at),
  )
  followed.forEach((others, at) => {
    for (const blocked of different(
      fewOrMany(chance, means.blocks),
      () => somebodyMet(people, people.town[at] ?? 0, chance),
      at,
    )) {
      others.delete(blocked)
      followed[blocked]?.delete(at)
      files.blocks.row(at + 1, blocked + 1, idAt(at))
    }
  })
  followed.forEach((others, at) => {
    for (const other of others) {
      const pending = people.isPrivate[other] === 1 && chance.maybe(pendingShare)
      files.follows.row(at + 1, other + 1, pending ? 'pending' : 'accepted', idAt(at))
      if (pending) continue
      people.following[at]! += 1
      people.followers[other]! += 1
    }
  })
}

/** @returns how many follow each place. */
export function writePlaceFollows(
  file: TableFile,
  people: People,
  pickPlace: (town: number) => number,
  idAt: (at: number) => number,
  chance: Chance,
): Map<number, number> {
  const followers = new Map<number, number>()
  for (let at = 0; at < people.count; at++) {
    for (const place of different(fewOrMany(chance, means.places), () => pickPlace(people.town[at] ?? 0), 0)) {
      file.row(at + 1, place, idAt(at))
      followers.set(place, (followers.get(place) ?? 0) + 1)
    }
  }
  return followers
}

const firstNames = [
  'giulia',
  'marco',
  'sofia',
  'luca',
  'aurora',
  'matteo',
  'chiara',
  'davide',
  'elena',
  'francesco',
  'martina',
  'giorgio',
  'sara',
  'nicolo',
  'ilaria',
  'pietro',
  'anna',
  'andrea',
  'valentina',
  'simone',
]
const surnames = [
  'rossi',
  'ferrari',
  'russo',
  'bianchi',
  'romano',
  'gallo',
  'costa',
  'fontana',
  'conti',
  'esposito',
  'ricci',
  'bruno',
  'rizzo',
  'moretti',
  'marino',
  'greco',
  'lombardi',
  'mancini',
  'barbieri',
  'colombo',
]
const between = ['', '.', '_']
const pictureShare = 0.4

/** Everybody, and the faces of some. @param nextPicture adds a picture and gives its id. */
export function writePeople(file: TableFile, people: People, nextPicture: () => number, chance: Chance): void {
  for (let at = 0; at < people.count; at++) {
    const username = `${chance.pick(firstNames)}${chance.pick(between)}${chance.pick(surnames)}${at}`
    const picture = chance.maybe(pictureShare) ? nextPicture() : null
    file.row(
      at + 1,
      username,
      `bench-${at}@example.it`,
      '',
      picture,
      people.isPrivate[at] === 1,
      true,
      people.followers[at] ?? 0,
      people.following[at] ?? 0,
      people.spotted[at] ?? 0,
    )
  }
}
