import { beforeAll, describe, expect, it } from 'vitest'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { type Community, planCommunity } from './community.ts'
import { demoPeople } from './people.ts'
import { commentTexts } from './comment-texts.ts'
import { postTexts } from './post-texts.ts'

const now = new Date('2026-05-14T19:30:00+02:00')
let directory: DirectoryPlace[]
let plan: Community

beforeAll(() => {
  directory = readDirectory()
  plan = planCommunity(directory, 'dintorni', now)
})

describe('the demo community', () => {
  it('is the same for the same seed and time, and another for another seed', () => {
    expect(planCommunity(directory, 'dintorni', now)).toEqual(plan)
    expect(planCommunity(directory, 'altrove', now).posts).not.toEqual(plan.posts)
  })

  it('has about forty people with usernames that registration would accept', () => {
    expect(plan.people.length).toBeGreaterThanOrEqual(38)
    for (const { username, bio } of plan.people) {
      expect(username).toMatch(/^[A-Za-z0-9._]+$/)
      expect(bio.length).toBeLessThanOrEqual(320)
    }
    expect(new Set(plan.people.map(({ username }) => username)).size).toBe(plan.people.length)
    expect(plan.people.some((person) => person.private)).toBe(true)
  })

  it('lives and posts in the thirty largest towns', () => {
    const largest = directory
      .filter((place) => place.kind === 'town')
      .toSorted((a, b) => b.population - a.population)
      .slice(0, 30)
    const names = new Set(largest.map((town) => town.name))
    expect(demoPeople.filter((person) => !names.has(person.town))).toEqual([])
    const visited = new Set(plan.posts.map(({ place }) => directory[place]?.town ?? directory[place]?.name))
    expect([...names].filter((name) => !visited.has(name))).toEqual([])
  })

  it('posts about 600 times in the last thirty days, oldest first, never in the future', () => {
    expect(plan.posts.length).toBe(600)
    const times = plan.posts.map(({ createdAt }) => createdAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(Math.max(...times)).toBeLessThan(now.getTime())
    expect(Math.max(...times)).toBeGreaterThan(now.getTime() - 3_600_000)
    expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 30 * 86_400_000)
  })

  it('comments after the post and before now', () => {
    for (const { post, createdAt } of plan.comments) {
      expect(createdAt.getTime()).toBeGreaterThan(plan.posts[post]?.createdAt.getTime() ?? Infinity)
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    expect(plan.comments.length).toBeGreaterThan(300)
    for (const { comment, createdAt } of plan.replies) {
      expect(createdAt.getTime()).toBeGreaterThan(plan.comments[comment]!.createdAt.getTime())
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    expect(plan.replies.length).toBeGreaterThan(40)
  })

  it('refers only to people, posts, places and comments that exist', () => {
    const { people, posts, comments } = plan
    const persons = [...posts, ...comments]
      .map(({ author }) => author)
      .concat(
        plan.likes.map(({ person }) => person),
        plan.follows.flatMap(({ follower, followed }) => [follower, followed]),
      )
    expect(persons.filter((person) => !people[person])).toEqual([])
    expect([...comments, ...plan.likes, ...plan.spotted].filter(({ post }) => !posts[post])).toEqual([])
    expect([...posts, ...plan.placeFollows].filter(({ place }) => !directory[place])).toEqual([])
    expect(plan.commentLikes.filter(({ comment, person }) => !comments[comment] || !people[person])).toEqual([])
  })

  it('has no duplicate likes or follows, and nobody who follows themselves', () => {
    const likes = plan.likes.map(({ post, person }) => `${post} ${person}`)
    const follows = plan.follows.map(({ follower, followed }) => `${follower} ${followed}`)
    expect(new Set(likes).size).toBe(likes.length)
    expect(new Set(follows).size).toBe(follows.length)
    expect(plan.follows.filter(({ follower, followed }) => follower === followed)).toEqual([])
  })

  it('has reactions to non-public posts only from accepted followers', () => {
    const accepted = new Set(
      plan.follows
        .filter(({ status }) => status === 'accepted')
        .map(({ follower, followed }) => `${follower} ${followed}`),
    )
    const reactions = [
      ...plan.likes.map(({ post, person }) => ({ post, person })),
      ...plan.comments.map(({ post, author }) => ({ post, person: author })),
    ]
    const forbidden = reactions.filter(({ post, person }) => {
      const { author = -1, privacy } = plan.posts[post] ?? {}
      return (privacy === 'followers' || plan.people[author]?.private) && !accepted.has(`${person} ${author}`)
    })
    expect(forbidden).toEqual([])
  })

  it('requests follows only of private accounts', () => {
    const pending = plan.follows.filter(({ status }) => status === 'pending')
    expect(pending.length).toBeGreaterThan(0)
    expect(pending.filter(({ followed }) => !plan.people[followed]?.private)).toEqual([])
  })

  it('shows a postcard with about every second post, many of them different', () => {
    const pictures = plan.posts.flatMap(({ picture }) => (picture ? [String(picture.seed)] : []))
    expect(pictures.length / plan.posts.length).toBeCloseTo(0.55, 1)
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(150)
    const repeats = pictures.filter((seed, index) => pictures.slice(Math.max(0, index - 30), index).includes(seed))
    expect(repeats).toEqual([])
  })

  it('fills in every name, and repeats no text among the next fifty posts', () => {
    expect(plan.posts.filter(({ text }) => /[{}|]/.test(text))).toEqual([])
    const close = plan.posts.filter(({ text }, index) =>
      plan.posts.slice(Math.max(0, index - 50), index).some((other) => other.text === text),
    )
    expect(close).toEqual([])
  })

  it('has recent stories, at places where their authors posted, some by people whom the first user follows', () => {
    expect(plan.stories.length).toBeGreaterThan(6)
    const followed = plan.follows.filter(({ follower }) => follower === 0).map(({ followed: other }) => other)
    expect(new Set(plan.stories.map(({ author }) => author)).size).toBeGreaterThan(4)
    expect(plan.stories.some(({ author }) => followed.includes(author))).toBe(true)
    for (const { author, place, createdAt, likedBy } of plan.stories) {
      expect(plan.posts.some((post) => post.author === author && post.place === place)).toBe(true)
      expect(now.getTime() - createdAt.getTime()).toBeLessThan(12 * 60 * 60 * 1000)
      expect(likedBy).not.toContain(author)
    }
  })
})

describe('the demo texts', () => {
  it('are numerous and distinct', () => {
    expect(new Set(postTexts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(260)
    const all = Object.values(commentTexts).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(160)
  })
})
