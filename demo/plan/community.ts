import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { type Random, createRandom } from '#demo/random.ts'
import { type PlannedEvent, planEvents } from './events.ts'
import { planFirstMinute, type PlannedConversation, spottedOf } from './first-minute.ts'
import { type Follow, planFollows, planPlaceFollows, withFollows } from './follows.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { createPictureChooser } from './choose-picture.ts'
import type { PlannedPost } from './planned-post.ts'
import type { Appearance } from '#demo/drawing/portrait.ts'
import { type Comment, type Reactions, planReactions } from './reactions.ts'
import { planTimes, hourInRome } from './post-times.ts'
import { type PlannedStory, planStories } from './stories.ts'
import { createTextChooser } from './choose-text.ts'

type PlannedPerson = DemoPerson & { portrait: { seed: string; appearance: Appearance } | null }

export type Community = Reactions & {
  people: PlannedPerson[]
  /** Oldest first, so that ids grow with time. */
  posts: PlannedPost[]
  comments: Comment[]
  follows: Follow[]
  /** Oldest first. */
  stories: PlannedStory[]
  /** Of the first person. */
  conversations: PlannedConversation[]
  events: PlannedEvent[]
  /** Places are indexes into the directory. */
  placeFollows: { person: number; place: number }[]
}

const townCount = 30
/** So many posts lie in the near circle of each of the largest towns, so that its feed is full; fewer elsewhere. */
export const fullTowns = { count: 20, posts: 25 }
const postsOfSmallerTowns = 4
/** Further posts, more in larger towns. */
const furtherPosts = 40
const nearMetres = 4500
/** Nobody posts from two towns within this time. */
const minTravelMs = 18 * 60 * 60 * 1000

/** Plans a month of some forty people in the largest towns, as pure data: the same for the same seed and time. */
export function planCommunity(directory: DirectoryPlace[], seed: number | string, now: Date): Community {
  const random = createRandom(seed)
  const people = demoPeople.map((person) => ({
    ...person,
    portrait: random.maybe(0.9) ? { seed: person.username, appearance: appearanceOf(person) } : null,
  }))
  const towns = largestTowns(directory)
  const firstMinute = planFirstMinute({ directory, people, now })
  const posts = [...planPosts({ directory, towns, people, now }, random), ...firstMinute.posts].toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  const follows = withFollows(planFollows(people, random), firstMinute.follows)
  const placeFollows = planPlaceFollows(people, posts, random)
  const { placeFollow } = firstMinute
  if (!placeFollows.some(({ person, place }) => person === placeFollow.person && place === placeFollow.place))
    placeFollows.push(placeFollow)
  const isOfFirstMinute = (post: number) => firstMinute.posts.some((one) => one === posts[post])
  const reactions = planReactions({ people, posts, follows, now }, random)
  return {
    people,
    posts,
    follows,
    placeFollows,
    ...reactions,
    spotted: [...reactions.spotted.filter(({ post }) => !isOfFirstMinute(post)), ...spottedOf(firstMinute, posts)],
    conversations: firstMinute.conversations,
    // Of their own generator, so that all else is planned as without them.
    events: planEvents({ directory, people, posts, now }, createRandom(`${seed} events`)),
    stories: planStories({ directory, people, posts, follows, now }, random),
  }
}

const appearanceOf = ({ voice }: DemoPerson): Appearance => (voice === 'f' ? 'woman' : 'man')

/** How often people post at a kind of place, compared with all other kinds (1). */
const postWeightByKind: Record<string, number> = {
  town: 5,
  square: 2,
  station: 3,
  beach: 4,
  university: 4,
  park: 3,
  market: 3,
  museum: 1.6,
  theatre: 1.6,
}

type TownPlace = { index: number; weight: number; isNear: boolean }
type Town = { name: string; province: string; weight: number; places: TownPlace[] }

function largestTowns(directory: DirectoryPlace[]): Town[] {
  const towns = directory
    .filter((place) => place.kind === 'town')
    .toSorted((a, b) => b.population - a.population)
    .slice(0, townCount)
  return towns.map((town) => ({
    name: town.name,
    province: town.province,
    weight: Math.sqrt(town.population),
    places: directory.flatMap((place, index) => {
      if (place.province !== town.province) return []
      const inTown =
        place.kind === 'town' ? place.name === town.name : place.source === 'dintorni' && place.town === town.name
      const isNear = distanceMetres(place, town) < nearMetres
      return inTown ? [{ index, weight: postWeightByKind[place.kind] ?? 1, isNear }] : []
    }),
  }))
}

/** Which towns the posts lie in, in a random order, and whether near the middle. */
function planTowns(towns: Town[], random: Random): { town: Town; isNear: boolean }[] {
  const planned = towns.flatMap((town, index) =>
    Array.from({ length: index < fullTowns.count ? fullTowns.posts : postsOfSmallerTowns }, () => ({
      town,
      isNear: true,
    })),
  )
  const further = Array.from({ length: furtherPosts }, () => ({ town: pickWeighted(towns, random), isNear: false }))
  return random.shuffled([...planned, ...further])
}

type PostsInput = { directory: DirectoryPlace[]; towns: Town[]; people: PlannedPerson[]; now: Date }

function planPosts({ directory, towns, people, now }: PostsInput, random: Random): PlannedPost[] {
  const chooseText = createTextChooser(random)
  const choosePicture = createPictureChooser(random)
  const chooseAuthor = createAuthorChooser(people, random)
  const townsOfPosts = planTowns(towns, random)
  const times = planTimes(townsOfPosts.length, now, random)
  return townsOfPosts.map(({ town, isNear }, post) => {
    const createdAt = times[post] ?? now
    const author = chooseAuthor(town, createdAt)
    const { index } = pickWeighted(isNear ? town.places.filter((one) => one.isNear) : town.places, random)
    const place = directory[index]
    const voice = people[author]?.voice
    if (!place || !voice) throw new Error('the plan names a place or person that does not exist')
    const hour = hourInRome(createdAt)
    return {
      author,
      place: index,
      text: chooseText({ kind: place.kind, name: place.name, town: town.name, hour, voice }),
      createdAt,
      privacy: random.maybe(0.08) ? 'followers' : 'public',
      picture: random.maybe(0.55) ? choosePicture({ kind: place.kind, name: place.name, town: town.name, hour }) : null,
    }
  })
}

function pickWeighted<Item extends { weight: number }>(list: Item[], random: Random): Item {
  let remaining = random.next() * list.reduce((sum, { weight }) => sum + weight, 0)
  const chosen = list.find(({ weight }) => (remaining -= weight) <= 0) ?? list.at(-1)
  if (!chosen) throw new Error('nothing to choose from')
  return chosen
}

/**
 * Returns a function that chooses mostly somebody who lives in the town, and nobody who has just posted from another.
 * The first person stays at home, as do her neighbours, with whom she has to do (first-minute.ts).
 */
function createAuthorChooser(people: PlannedPerson[], random: Random): (town: Town, at: Date) => number {
  const lastPosts = new Map<number, { town: string; at: number }>()
  return (town, at) => {
    const isThere = (person: number) => {
      const last = lastPosts.get(person)
      return !last || last.town === town.name || at.getTime() - last.at > minTravelMs
    }
    const everybody = people.map((_, person) => person)
    const locals = everybody.filter((person) => people[person]?.town === town.name && isThere(person))
    const isVisitor = (person: number) => ![town.name, people[0]?.town].includes(people[person]?.town)
    const visitors = everybody.filter((person) => isVisitor(person) && isThere(person))
    const author = random.pick(locals.length > 0 && random.maybe(0.8) ? locals : visitors)
    lastPosts.set(author, { town: town.name, at: at.getTime() })
    return author
  }
}
