import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { type Follow, planFollows, planPlaceFollows } from './follows.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { pictureBook } from './pictures.ts'
import type { PlannedPost } from './planned-post.ts'
import type { Looks } from './portrait.ts'
import { type Comment, type Engagement, planReactions } from './reactions.ts'
import { planTimes, romanHour } from './rhythm.ts'
import { type PlannedStory, planStories } from './stories.ts'
import { textChooser } from './wording.ts'

type PlannedPerson = DemoPerson & { portrait: { seed: string; looks: Looks } | null }

export type Community = Engagement & {
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
  const chance = chanceFrom(seed)
  const people = demoPeople.map((person) => ({
    ...person,
    portrait: chance.maybe(0.9) ? { seed: person.username, looks: looksOf(person) } : null,
  }))
  const towns = largestTowns(directory)
  const posts = planPosts({ directory, towns, people, now }, chance)
  const follows = planFollows(people, chance)
  const placeFollows = planPlaceFollows(people, posts, chance)
  const reactions = planReactions({ people, posts, follows, now }, chance)
  return {
    people,
    posts,
    follows,
    placeFollows,
    ...reactions,
    stories: planStories({ people, posts, follows, now }, chance),
  }
}

const looksOf = ({ voice }: DemoPerson): Looks => (voice === 'f' ? 'woman' : 'man')

/** How likely people post at a kind of place; 1 for all others. */
const liveliness: Record<string, number> = {
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
      return inTown ? [{ index, weight: liveliness[place.kind] ?? 1 }] : []
    }),
  }))
}

type PostsInput = { directory: DirectoryPlace[]; towns: Town[]; people: PlannedPerson[]; now: Date }

function planPosts({ directory, towns, people, now }: PostsInput, chance: Chance): PlannedPost[] {
  const chooseText = textChooser(chance)
  const choosePicture = pictureBook(chance)
  return planTimes(postCount, now, chance).map((createdAt) => {
    const town = weighted(towns, chance)
    const author = chooseAuthor(people, town, chance)
    const { index } = weighted(town.places, chance)
    const place = directory[index]
    const voice = people[author]?.voice
    if (!place || !voice) throw new Error('the plan names a place or person that does not exist')
    const hour = romanHour(createdAt)
    return {
      author,
      place: index,
      text: chooseText({ kind: place.kind, name: place.name, town: town.name, hour, voice }),
      createdAt,
      privacy: chance.maybe(0.08) ? 'followers' : 'public',
      picture: chance.maybe(0.55) ? choosePicture({ kind: place.kind, name: place.name, town: town.name, hour }) : null,
    }
  })
}

function weighted<T extends { weight: number }>(list: T[], chance: Chance): T {
  let remaining = chance.next() * list.reduce((sum, { weight }) => sum + weight, 0)
  const chosen = list.find(({ weight }) => (remaining -= weight) <= 0) ?? list.at(-1)
  if (!chosen) throw new Error('nothing to choose from')
  return chosen
}

/** Chooses mostly somebody who lives in the town. */
function chooseAuthor(people: PlannedPerson[], town: Town, chance: Chance): number {
  const locals = people.flatMap((person, index) => (person.town === town.name ? [index] : []))
  return locals.length && chance.maybe(0.72) ? chance.pick(locals) : chance.whole(0, people.length - 1)
}
