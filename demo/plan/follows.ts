import type { Random } from '#demo/random.ts'
import type { DemoPerson } from './people.ts'

/** Both are indexes into the people of the plan. `isNew`: of the last hour; the others are some days old. */
export type Follow = { follower: number; followed: number; status: 'accepted' | 'pending'; isNew?: true }

export function planFollows(people: DemoPerson[], random: Random): Follow[] {
  const charm = people.map(() => 0.08 + 0.5 * random.next() ** 2)
  return people.flatMap((person, follower) =>
    people.flatMap((other, followed): Follow[] => {
      const neighbours = person.town === other.town ? 0.5 : 0
      if (follower === followed || !random.maybe((charm[followed] ?? 0) + neighbours)) return []
      return [{ follower, followed, status: other.private && random.maybe(0.2) ? 'pending' : 'accepted' }]
    }),
  )
}

/** Puts further follows in the place of those between the same two people. */
export function withFollows(follows: Follow[], further: Follow[]): Follow[] {
  const isReplaced = ({ follower, followed }: Follow) =>
    further.some((one) => one.follower === follower && one.followed === followed)
  return [...follows.filter((follow) => !isReplaced(follow)), ...further]
}

/** People follow places they have posted from, and some that others like. */
export function planPlaceFollows(
  people: DemoPerson[],
  posts: { author: number; place: number }[],
  random: Random,
): { person: number; place: number }[] {
  return people.flatMap((_, person) => {
    const own = posts.filter(({ author }) => author === person).map(({ place }) => place)
    const others = Array.from({ length: 5 }, () => random.pick(posts).place)
    const places = new Set([...random.shuffled(own).slice(0, 8), ...others])
    return [...places].map((place) => ({ person, place }))
  })
}
