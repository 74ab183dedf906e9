import type { Random } from '#demo/random.ts'
import type { Follow } from './follows.ts'
import type { DemoPerson } from './people.ts'
import type { Voice } from './post-texts.ts'
import { type CommentOccasion, commentTexts, replyTexts } from './comment-texts.ts'

/** Posts, people and comments are indexes into the plan. */
export type Comment = { post: number; author: number; text: string; createdAt: Date }
/** The author of a post answers a comment on it. */
type Reply = { comment: number; text: string; createdAt: Date }
export type Reactions = {
  comments: Comment[]
  replies: Reply[]
  likes: { post: number; person: number }[]
  commentLikes: { comment: number; person: number }[]
  spotted: PlannedSpotted[]
}
export type PlannedSpotted = { post: number; requester: number; status: 'pending' | 'confirmed'; text: string | null }

type Post = { author: number; text: string; createdAt: Date; privacy: 'public' | 'followers'; picture: unknown }

const looksForSomebody = /Ragazz|Signor|Chi (era|è|c’era|ha|suonava)|^Al |^Alla |Cerc|sei stat|ti ho /
const givesOrAsksAdvice =
  /Consiglio|consigl|Vendo|Qualcuno conosce|Cercasi (co|qu)|Cerco co|parcheggio dietro|prova aperta|gratis/

type Plan = { people: DemoPerson[]; posts: Post[]; follows: Follow[]; now: Date }

export function planReactions({ people, posts, follows, now }: Plan, random: Random): Reactions {
  const reactions: Reactions = { comments: [], replies: [], likes: [], commentLikes: [], spotted: [] }
  const chooseComment = createCommentChooser(random)
  posts.forEach((post, index) => {
    const audience = random.shuffled(audienceOf(post, people, follows))
    const popularity = popularityOf(post, now, random)
    for (const person of audience.slice(0, Math.round(audience.length * popularity)))
      reactions.likes.push({ post: index, person })
    const comments = planComments({ post, index, audience, popularity, now, chooseComment }, random)
    for (const comment of comments) {
      const commentIndex = reactions.comments.push(comment.comment) - 1
      for (const person of comment.likedBy) reactions.commentLikes.push({ comment: commentIndex, person })
    }
    const requester = audience.find((person) => fits(post, person, people))
    if (requester !== undefined && random.maybe(0.4)) {
      const status = random.maybe(0.7) ? 'confirmed' : 'pending'
      reactions.spotted.push({ post: index, requester, status, text: null })
    }
  })
  reactions.replies = planReplies(reactions.comments, now, random)
  return reactions
}

const searched: Record<Voice, RegExp> = { f: /^(Cerco la r|R)agazza |^Signora /, m: /^(Cerco il r|R)agazzo |^Signore / }

/**
 * Whether a post may be about this person: of whom nothing is known but where they live. The first person has her own.
 */
function fits(post: Post, person: number, people: DemoPerson[]): boolean {
  const { voice, town } = people[person] ?? {}
  return person !== 0 && town === people[post.author]?.town && voice !== undefined && searched[voice].test(post.text)
}

const repliesShare = 0.1

function planReplies(comments: Comment[], now: Date, random: Random): Reply[] {
  const texts = random.shuffled(replyTexts)
  return random
    .shuffled(comments.map((_, comment) => comment))
    .slice(0, Math.floor(comments.length * repliesShare))
    .map((comment, index) => ({
      comment,
      text: texts[index % texts.length] ?? '',
      createdAt: timeSoonAfter(comments[comment]?.createdAt ?? now, now, random),
    }))
}

type CommentsInput = {
  post: Post
  index: number
  audience: number[]
  popularity: number
  now: Date
  chooseComment: (post: Post, usedTexts: Set<string>) => string | null
}

function planComments(input: CommentsInput, random: Random): { comment: Comment; likedBy: number[] }[] {
  const { post, index, audience, popularity, now, chooseComment } = input
  const authors = random.shuffled(audience).slice(0, Math.floor(popularity * 12 * random.next()))
  const times = authors
    .map(() => timeSoonAfter(post.createdAt, now, random))
    .toSorted((a, b) => a.getTime() - b.getTime())
  const usedTexts = new Set<string>()
  return authors.flatMap((author, position) => {
    const text = chooseComment(post, usedTexts)
    if (text === null) return []
    const likedBy = audience.filter((person) => person !== author && random.maybe(popularity * 0.16))
    return [{ comment: { post: index, author, text, createdAt: times[position] ?? now }, likedBy }]
  })
}

/** The people who may see a post: all, or the accepted followers if the post or its author is not public. */
function audienceOf(post: Post, people: DemoPerson[], follows: Follow[]): number[] {
  if (post.privacy === 'public' && !people[post.author]?.private)
    return people.flatMap((_, index) => (index === post.author ? [] : [index]))
  return follows
    .filter(({ followed, status }) => followed === post.author && status === 'accepted')
    .map(({ follower }) => follower)
}

/** The share of the audience that likes a post: small for most, large for a few, smaller for new posts. */
function popularityOf(post: Post, now: Date, random: Random): number {
  const ageHours = (now.getTime() - post.createdAt.getTime()) / 3_600_000
  const ageFactor = Math.min(1, 0.4 + ageHours / 10)
  return Math.min(0.92, (0.04 + 0.8 * random.next() ** 2.6 + (post.picture ? 0.06 : 0)) * ageFactor)
}

const timeSoonAfter = (from: Date, now: Date, random: Random): Date => {
  const elapsedMs = now.getTime() - from.getTime()
  return new Date(from.getTime() + Math.floor(Math.min(elapsedMs, 36 * 3_600_000) * (0.02 + 0.96 * random.next() ** 2)))
}

/** A longer comment looks like somebody's own words, so none is used twice. Short ones may repeat. */
export const maxRepeatedLength = 28
const maxRepeats = 8

/**
 * Returns a function that chooses a comment that the post does not have yet; null when all have been made too often.
 */
function createCommentChooser(random: Random): (post: Post, usedTexts: Set<string>) => string | null {
  const uses = new Map<string, number>()
  const isLeft = (text: string) => (uses.get(text) ?? 0) < (text.length <= maxRepeatedLength ? maxRepeats : 1)
  return (post, usedTexts) => {
    const left = (occasion: CommentOccasion) =>
      random.shuffled(commentTexts[occasion].filter((text) => !usedTexts.has(text) && isLeft(text)))
    const leastUsed = (texts: string[]) => texts.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))[0]
    const text = leastUsed(left(random.pick(occasionsOf(post)))) ?? leastUsed(left('any'))
    if (text === undefined) return null
    uses.set(text, (uses.get(text) ?? 0) + 1)
    usedTexts.add(text)
    return text
  }
}

function occasionsOf(post: Post): CommentOccasion[] {
  const occasions: CommentOccasion[] = ['any', 'any']
  if (givesOrAsksAdvice.test(post.text)) occasions.push('advice', 'advice', 'advice')
  else if (looksForSomebody.test(post.text)) occasions.push('spotted')
  if (post.picture) occasions.push('picture')
  return occasions
}
