import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import { type Random, createRandom } from '#demo/random.ts'
import { type Follow, planFollows, planPlaceFollows } from './follows.ts'
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
  /** Places are indexes into the directory. */
  placeFollows: { person: number; place: number }[]
}

const postCount = 600
const townCount = 30

/** Plans a month of some forty people in the largest towns, as pure data: the same for the same seed and time. */
export function planCommunity(directory: DirectoryPlace[], seed: number | string, now: Date): Community {
  const random = createRandom(seed)
  const people = demoPeople.map((person) => ({
    ...person,
    portrait: random.maybe(0.9) ? { seed: person.username, appearance: appearanceOf(person) } : null,
  }))
  const towns = largestTowns(directory)
  const posts = planPosts({ directory, towns, people, now }, random)
  const follows = planFollows(people, random)
  const placeFollows = planPlaceFollows(people, posts, random)
  const reactions = planReactions({ people, posts, follows, now }, random)
  return {
    people,
    posts,
    follows,
    placeFollows,
    ...reactions,
    stories: planStories({ people, posts, follows, now }, random),
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

type Town = { name: string; province: string; weight: number; places: { index: number; weight: number }[] }

function largestTowns(directory: DirectoryPlace[]): Town[] {
  const towns = directory
    .filter((place) => place.kind === 'town')
    .toSorted((a, b) => b.population - a.population)
    .slice(0, townCount)
  return towns.map(({ name, province, population }) => ({
    name,
    province,
    weight: Math.sqrt(population),
    places: directory.flatMap((place, index) => {
      if (place.province !== province) return []
      const inTown = place.kind === 'town' ? place.name === name : place.source === 'dintorni' && place.town === name
      return inTown ? [{ index, weight: postWeightByKind[place.kind] ?? 1 }] : []
    }),
  }))
}

type PostsInput = { directory: DirectoryPlace[]; towns: Town[]; people: PlannedPerson[]; now: Date }

function planPosts({ directory, towns, people, now }: PostsInput, random: Random): PlannedPost[] {
  const chooseText = createTextChooser(random)
  const choosePicture = createPictureChooser(random)
  return planTimes(postCount, now, random).map((createdAt) => {
    const town = pickWeighted(towns, random)
    const author = chooseAuthor(people, town, random)
    const { index } = pickWeighted(town.places, random)
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

/** Chooses mostly somebody who lives in the town. */
function chooseAuthor(people: PlannedPerson[], town: Town, random: Random): number {
  const locals = people.flatMap((person, index) => (person.town === town.name ? [index] : []))
  return locals.length && random.maybe(0.72) ? random.pick(locals) : random.integer(0, people.length - 1)
}
