import { readFileSync } from 'node:fs'

// The demo community as it stands in demo/community/. People are named by their usernames, places by source and id of the
// directory, pictures by their files in demo/pictures/. Lists of names are separated by spaces.

export type DemoPerson = {
  username: string
  /** Their display name. */
  name?: string
  /** How others are addressed who look for them: "Ragazza", "Ragazzo". */
  voice: 'f' | 'm'
  town: string
  bio: string
  isPrivate?: true
  hasPortrait?: true
  follows: string
  justFollowed?: string
  /** Private accounts that they have asked to follow. */
  requests?: string
  /** The places that they follow. */
  places: string
}

type DemoComment = {
  author: string
  /** Minutes after the post. */
  after: number
  text: string
  likes?: number
  /** By the author of the post; `after`: minutes after the comment. */
  reply?: { after: number; text: string }
}

export type DemoPost = {
  author: string
  place: string
  /** "26 min" ago, or "3 d 18:42": days ago, at this time in Italy. */
  at: string
  text: string
  followersOnly?: true
  picture?: string
  likes: number
  comments?: DemoComment[]
  spotted?: { by: string; isConfirmed?: true; text?: string }[]
}

type DemoStory = {
  author: string
  place: string
  minutesAgo: number
  picture: string
  caption?: string
  likes: number
}

type DemoEvent = {
  author: string
  place: string
  /** Days from now, the hour of a clock in Italy, and how many hours it takes, if anybody knows. */
  days: number
  hour: number
  hours?: number
  title: string
  description: string
  going: string
}

/** Of the first person. */
type DemoConversation = {
  other: string
  isRequest?: true
  /** The last so many messages are unread. */
  unread: number
  messages: { from: string; minutesAgo: number; text: string }[]
}

export type Community = {
  people: DemoPerson[]
  posts: DemoPost[]
  stories: DemoStory[]
  events: DemoEvent[]
  conversations: DemoConversation[]
}

const readList = <Item>(name: string): Item[] =>
  JSON.parse(readFileSync(new URL(`community/${name}.json`, import.meta.url), 'utf8')) as Item[]

export const readCommunity = (): Community => ({
  people: readList('people'),
  posts: readList('posts'),
  stories: readList('stories'),
  events: readList('events'),
  conversations: readList('conversations'),
})

/** "a b" → ["a", "b"]. */
export const namesIn = (list: string | undefined): string[] => list?.split(' ').filter(Boolean) ?? []

/** Whether only followers see a post. */
const isForFollowers = (post: DemoPost, people: DemoPerson[]): boolean =>
  post.followersOnly === true || people.find(({ username }) => username === post.author)?.isPrivate === true

/** The people who may react to a post: its accepted followers if it is not public. */
export const audienceOf = (post: DemoPost, people: DemoPerson[]): string[] =>
  people
    .filter(({ username, follows }) =>
      isForFollowers(post, people) ? namesIn(follows).includes(post.author) : username !== post.author,
    )
    .map(({ username }) => username)

/** Some of the people, others for each `seed`. */
export const pickSome = (people: string[], count: number, seed: number): string[] =>
  people
    .map((person, index) => ({ person, order: ((index + 1) * (seed + 7) * 0.6180339887) % 1 }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ person }) => person)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The time of a clock in Italy, some days before or after now. */
export function atItalianTime(now: Date, days: number, time: string): Date {
  const day = new Date(Math.floor((now.getTime() + days * dayMs) / minuteMs) * minuteMs)
  return new Date(day.getTime() + (minutesOf(time) - minutesOf(clock.format(day))) * minuteMs)
}

export const minutesBefore = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * minuteMs)

/** When a post was written. */
export function timeOfPost({ at }: DemoPost, now: Date): Date {
  const [, days, time = ''] = /^(\d+) d (\d\d:\d\d)$/.exec(at) ?? []
  return days === undefined ? minutesBefore(now, Number.parseInt(at)) : atItalianTime(now, -Number(days), time)
}

/** Some minutes after a time, and before now. */
export function soonAfter(from: Date, minutes: number, now: Date): Date {
  const elapsedMs = now.getTime() - from.getTime()
  return new Date(from.getTime() + Math.floor(Math.min(minutes * minuteMs, elapsedMs * 0.9)))
}
