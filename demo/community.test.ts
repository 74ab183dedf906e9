import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { atItalianTime, audienceOf, type DemoPost, namesIn, readCommunity, soonAfter, timeOfPost } from './community.ts'

const now = new Date('2026-05-14T19:30:00+02:00')
const { people, posts, stories, events, conversations } = readCommunity()
const directory = new Map(readDirectory().map((place) => [`${place.source}/${place.sourceId}`, place]))
const usernames = people.map(({ username }) => username)
const comments = posts.flatMap((post) => (post.comments ?? []).map((comment) => ({ post, ...comment })))

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
const townOf = ({ place }: { place: string }) => directory.get(place)?.town ?? directory.get(place)?.name
const largestTowns = [...directory.values()]
  .filter(({ kind }) => kind === 'town')
  .toSorted((one, other) => other.population - one.population)
/** The feed of the smallest radius, around the middle of a town as the browser rounds it, newest first. */
function feedOf({ latitude, longitude }: DirectoryPlace): DemoPost[] {
  const middle = { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) }
  return posts
    .filter(({ place }) => distanceMetres(directory.get(place)!, middle) <= 5000)
    .toSorted((one, other) => timeOfPost(other, now).getTime() - timeOfPost(one, now).getTime())
}

describe('the demo community', () => {
  it('names only people, places and pictures that exist', () => {
    const named = [
      ...[...posts, ...stories, ...events, ...comments].map(({ author }) => author),
      ...people.flatMap(({ follows, requests, justFollowed }) => [follows, requests, justFollowed].flatMap(namesIn)),
      ...posts.flatMap(({ spotted = [] }) => spotted.map(({ by }) => by)),
      ...events.flatMap(({ going }) => namesIn(going)),
      ...conversations.map(({ other }) => other),
    ]
    expect(named.filter((name) => !usernames.includes(name))).toEqual([])
    const places = [
      ...[...posts, ...stories, ...events].map(({ place }) => place),
      ...people.flatMap((one) => namesIn(one.places)),
    ]
    expect(places.filter((place) => !directory.has(place))).toEqual([])
    const portraits = people.filter(({ hasPortrait }) => hasPortrait).map(({ username }) => `portrait-${username}`)
    const pictures = [...[...posts, ...stories].flatMap(({ picture }) => picture ?? []), ...portraits]
    expect(pictures.filter((picture) => !existsSync(`demo/pictures/${picture}.webp`))).toEqual([])
  })

  it('has people with usernames that registration would accept, who follow nobody twice and not themselves', () => {
    expect(repeated(usernames)).toEqual([])
    for (const { username, bio, follows, justFollowed, requests } of people) {
      expect(username).toMatch(/^[A-Za-z0-9._]+$/)
      expect(bio.length).toBeLessThanOrEqual(320)
      const followed = [follows, justFollowed, requests].flatMap(namesIn)
      expect(repeated([username, ...followed])).toEqual([])
      expect(namesIn(requests).filter((other) => !people.find((one) => one.username === other)?.isPrivate)).toEqual([])
    }
  })

  it('reacts after a post and before now, and to posts that are not public only as followers', () => {
    for (const post of posts) {
      const at = timeOfPost(post, now)
      expect(at.getTime()).toBeLessThan(now.getTime())
      expect(at.getTime()).toBeGreaterThan(now.getTime() - 31 * 86_400_000)
      const audience = audienceOf(post, people)
      expect(post.likes).toBeLessThanOrEqual(audience.length)
      for (const { author, after, likes = 0 } of post.comments ?? []) {
        expect(audience).toContain(author)
        expect(likes).toBeLessThan(audience.length)
        expect(soonAfter(at, after, now).getTime()).toBeGreaterThan(at.getTime())
        expect(soonAfter(at, after, now).getTime()).toBeLessThan(now.getTime())
      }
    }
  })

  it('reads the clocks of Italy, in summer and in winter, just after midnight and where clocks change', () => {
    const post = (at: string) => ({ at }) as DemoPost
    expect(timeOfPost(post('3 d 18:42'), now)).toEqual(new Date('2026-05-11T18:42:00+02:00'))
    expect(timeOfPost(post('26 min'), now)).toEqual(new Date('2026-05-14T19:04:00+02:00'))
    expect(timeOfPost(post('1 d 23:50'), new Date('2026-01-10T00:05:00+01:00'))).toEqual(
      new Date('2026-01-09T23:50:00+01:00'),
    )
    expect(atItalianTime(now, 2, '9:00')).toEqual(new Date('2026-05-16T09:00:00+02:00'))
    for (const change of ['2026-03-29T03:30:00+02:00', '2026-10-26T00:10:00+01:00'])
      expect(timeOfPost(post('1 d 23:59'), new Date(change)).getTime()).toBeLessThan(Date.parse(change))
  })

  it('fills the near circle of each of the twenty largest towns, with nothing said twice and no picture shown twice in a row', () => {
    for (const town of largestTowns.slice(0, 20)) {
      const feed = feedOf(town)
      expect(feed.length, town.name).toBeGreaterThanOrEqual(25)
      const sentences = feed.flatMap(({ text }) => text.split(/(?<=[.!?:]) /)).filter(({ length }) => length > 12)
      expect(repeated(sentences), town.name).toEqual([])
      const pictures = feed.flatMap(({ picture }) => picture ?? [])
      expect(pictures.filter((picture, index) => pictures.slice(index + 1, index + 6).includes(picture))).toEqual([])
    }
    expect(repeated(posts.map(({ text }) => text))).toEqual([])
  })

  it('shows a hundred pictures or more', () => {
    expect(new Set(posts.flatMap(({ picture }) => picture ?? [])).size).toBeGreaterThanOrEqual(100)
  })

  it('takes nobody for a Spotted who cannot be meant', () => {
    for (const post of posts)
      for (const { by } of post.spotted ?? []) {
        const person = people.find(({ username }) => username === by)
        expect(post.text).toMatch(
          person?.voice === 'f' ? /^(Cerco la r|R)agazza|^Signora/ : /^(Cerco il r|R)agazzo|^Signore/,
        )
        expect(by).not.toBe(post.author)
      }
  })

  it('has something of everything for the first person', () => {
    const [first] = people
    expect(first?.username).toBe('giulia.romani')
    const own = posts.filter(({ author }) => author === 'giulia.romani')
    expect(own.some(({ spotted = [] }) => spotted.some(({ isConfirmed }) => !isConfirmed))).toBe(true)
    expect(
      posts.some(({ spotted = [] }) => spotted.some(({ by, isConfirmed }) => by === first?.username && isConfirmed)),
    ).toBe(true)
    expect(first?.requests).not.toBe('')
    expect(conversations.filter(({ isRequest, unread }) => !isRequest && unread > 0)).toHaveLength(1)
    expect(conversations.filter(({ isRequest }) => isRequest)).toHaveLength(1)
    expect(posts.some(({ at, place }) => at.endsWith('min') && namesIn(first?.places).includes(place))).toBe(true)
    const tellers = new Set(stories.filter((story) => townOf(story) === 'Roma').map(({ author }) => author))
    expect(tellers.size).toBeGreaterThanOrEqual(2)
  })

  it('announces events of the next weeks, none twice at one place, and shows stories of the last hours', () => {
    for (const { days, hour, author, going } of events) {
      expect(atItalianTime(now, days, `${hour}:00`).getTime()).toBeGreaterThan(now.getTime())
      expect(namesIn(going)).not.toContain(author)
    }
    expect(repeated(events.map(({ place, title }) => `${place} ${title}`))).toEqual([])
    for (const { minutesAgo } of stories) expect(minutesAgo).toBeLessThan(12 * 60)
  })
})
