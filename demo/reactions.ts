import type { Chance } from './chance.ts'
import type { Follow } from './follows.ts'
import type { DemoPerson } from './people.ts'
import { type Occasion, replies } from './replies.ts'

/** Posts, people and comments are indexes into the plan. */
export type Comment = { post: number; author: number; text: string; createdAt: Date }
export type Engagement = {
  comments: Comment[]
  likes: { post: number; person: number }[]
  commentLikes: { comment: number; person: number }[]
  spotted: { post: number; requester: number; status: 'pending' | 'confirmed' }[]
}

type Post = { author: number; text: string; createdAt: Date; privacy: 'public' | 'followers'; picture: unknown }

const looksForSomebody = /Ragazz|Signor|Chi (era|è|c’era|ha|suonava)|^Al |^Alla |Cerc|sei stat|ti ho /

export function planReactions(
  people: DemoPerson[],
  posts: Post[],
  follows: Follow[],
  now: Date,
  chance: Chance,
): Engagement {
  const reactions: Engagement = { comments: [], likes: [], commentLikes: [], spotted: [] }
  const leastUsed = replyChooser(chance)
  posts.forEach((post, index) => {
    const audience = chance.shuffled(audienceOf(post, people, follows))
    const warmth = warmthOf(post, now, chance)
    for (const person of audience.slice(0, Math.round(audience.length * warmth)))
      reactions.likes.push({ post: index, person })
    const commenters = chance.shuffled(audience).slice(0, Math.floor(warmth * 12 * chance.next()))
    const times = commenters
      .map(() => soonAfter(post.createdAt, now, chance))
      .toSorted((a, b) => a.getTime() - b.getTime())
    const said = new Set<string>()
    commenters.forEach((author, at) => {
      const comment =
        reactions.comments.push({ post: index, author, text: leastUsed(post, said), createdAt: times[at] ?? now }) - 1
      for (const person of audience)
        if (person !== author && chance.maybe(warmth * 0.16)) reactions.commentLikes.push({ comment, person })
    })
    const requester = audience.at(-1)
    if (requester !== undefined && looksForSomebody.test(post.text) && chance.maybe(0.3)) {
      reactions.spotted.push({ post: index, requester, status: chance.maybe(0.55) ? 'confirmed' : 'pending' })
    }
  })
  return reactions
}

/** Those who may see a post: everybody, or the accepted followers where it or its author is not public. */
function audienceOf(post: Post, people: DemoPerson[], follows: Follow[]): number[] {
  if (post.privacy === 'public' && !people[post.author]?.private)
    return people.flatMap((_, index) => (index === post.author ? [] : [index]))
  return follows
    .filter(({ followed, status }) => followed === post.author && status === 'accepted')
    .map(({ follower }) => follower)
}

/** Most posts please a few, a few please nearly all; a post of this hour has not had its time yet. */
function warmthOf(post: Post, now: Date, chance: Chance): number {
  const ageInHours = (now.getTime() - post.createdAt.getTime()) / 3_600_000
  const youth = Math.min(1, 0.4 + ageInHours / 10)
  return Math.min(0.92, (0.04 + 0.8 * chance.next() ** 2.6 + (post.picture ? 0.06 : 0)) * youth)
}

const soonAfter = (from: Date, now: Date, chance: Chance): Date => {
  const room = now.getTime() - from.getTime()
  return new Date(from.getTime() + Math.floor(Math.min(room, 36 * 3_600_000) * (0.02 + 0.96 * chance.next() ** 2)))
}

function replyChooser(chance: Chance): (post: Post, said: Set<string>) => string {
  const uses = new Map<string, number>()
  return (post, said) => {
    const fresh = replies[chance.pick(occasionsOf(post))].filter((reply) => !said.has(reply))
    const reply =
      chance.shuffled(fresh).toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))[0] ?? chance.pick(replies.any)
    uses.set(reply, (uses.get(reply) ?? 0) + 1)
    said.add(reply)
    return reply
  }
}

function occasionsOf(post: Post): Occasion[] {
  const occasions: Occasion[] = ['any', 'any']
  if (
    /Consiglio|consigl|Vendo|Qualcuno conosce|Cercasi (co|qu)|Cerco co|parcheggio dietro|prova aperta|gratis/.test(
      post.text,
    )
  )
    occasions.push('advice', 'advice', 'advice')
  else if (looksForSomebody.test(post.text)) occasions.push('spotted', 'spotted', 'spotted')
  if (post.picture) occasions.push('picture')
  return occasions
}
