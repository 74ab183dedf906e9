import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import type { Random } from '#demo/random.ts'
import type { PlannedPost } from './planned-post.ts'
import type { Follow } from './follows.ts'
import type { DemoPerson } from './people.ts'
import type { Postcard } from '#demo/drawing/postcard.ts'

export type PlannedStory = {
  /** Index into `people`. */
  author: number
  /** Index into the directory that the plan was made from. */
  place: number
  createdAt: Date
  /** Empty for none. */
  caption: string
  picture: Postcard
  /** Indexes into `people`. */
  likedBy: number[]
}

type Plan = { directory: DirectoryPlace[]; people: DemoPerson[]; posts: PlannedPost[]; follows: Follow[]; now: Date }

/** They fit any place. */
const captions = [
  'Buongiorno da qui.',
  'Oggi la luce è questa.',
  'Cinque minuti di pausa, poi si torna al mondo.',
  'Chi mi raggiunge?',
  'Ci passo ogni giorno e ogni giorno mi fermo.',
  'Da ricordare a novembre.',
]

const authorsCount = 8
const storiesPerAuthor = [1, 1, 2, 3] as const
/** Stories expire after 24 hours: these are newer, so that a new community has them for a while. */
const maxAgeHours = 9
const hourMs = 60 * 60 * 1000

/**
 * Plans stories of people whom the first demo user follows, neighbours first, and of two others, at places of their
 * towns where they posted.
 */
export function planStories({ directory, people, posts, follows, now }: Plan, random: Random): PlannedStory[] {
  const followed = follows
    .filter(({ follower, status }) => follower === 0 && status === 'accepted')
    .map(({ followed: other }) => other)
  const others = Array.from({ length: people.length }, (_, person) => person).filter(
    (person) => person !== 0 && !followed.includes(person),
  )
  const isAtHome = ({ author, place }: PlannedPost) =>
    people[author]?.town === (directory[place]?.town ?? directory[place]?.name)
  const isNeighbour = (person: number) => people[person]?.town === people[0]?.town
  const nearFirst = (list: number[]) => list.toSorted((a, b) => Number(isNeighbour(b)) - Number(isNeighbour(a)))
  const authors = [...nearFirst(followed).slice(0, authorsCount - 2), ...nearFirst(others).slice(0, 2)]
  return authors
    .flatMap((author) => {
      const scenes = posts.filter((post) => post.author === author && post.picture && isAtHome(post)).toReversed()
      return scenes.slice(0, random.pick(storiesPerAuthor)).map(({ place, picture }, index) => ({
        author,
        place,
        createdAt: new Date(now.getTime() - random.between(0.2, maxAgeHours) * hourMs),
        // Not every picture needs words.
        caption: index === 0 ? (captions[author % captions.length] ?? '') : '',
        picture: { ...picture, seed: `story ${author} ${index}`, format: 'tall' as const },
        likedBy: Array.from({ length: people.length }, (_, person) => person).filter(
          (person) => person !== author && random.maybe(0.15),
        ),
      }))
    })
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}
