import { beforeAll, describe, expect, it } from 'vitest'
import { type DirectoryPlace, readDirectory } from '#server/places/directory/directory.ts'
import { distanceMetres } from '#server/platform/geography.ts'
import { type Community, fullTowns, planCommunity } from './community.ts'
import { demoPeople } from './people.ts'
import { commentTexts } from './comment-texts.ts'
import { postTexts } from './post-texts.ts'
import { maxRepeatedLength } from './reactions.ts'

const now = new Date('2026-05-14T19:30:00+02:00')
let directory: DirectoryPlace[]
let plan: Community

beforeAll(() => {
  directory = readDirectory()
  plan = planCommunity(directory, 'dintorni', now)
})

const repeated = (texts: string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
const hasRepeated = (texts: string[]) => new Set(texts).size < texts.length
const largestTowns = (count: number) =>
  directory
    .filter((place) => place.kind === 'town')
    .toSorted((a, b) => b.population - a.population)
    .slice(0, count)
/** The posts of the smallest feed radius, around the middle of a town as the browser rounds it. */
function postsNear({ latitude, longitude }: DirectoryPlace) {
  const middle = { latitude: Number(latitude.toFixed(2)), longitude: Number(longitude.toFixed(2)) }
  return plan.posts.filter(({ place }) => {
    const at = directory[place]
    return at && distanceMetres(at, middle) <= 5000
  })
}

describe('the demo community', () => {
  it('is the same for the same seed and time, and another for another seed', () => {
    expect(planCommunity(directory, 'dintorni', now)).toEqual(plan)
    expect(planCommunity(directory, 'altrove', now).posts).not.toEqual(plan.posts)
  })

  it('has some seventy people with usernames that registration would accept', () => {
    expect(plan.people.length).toBeGreaterThanOrEqual(70)
    for (const { username, bio } of plan.people) {
      expect(username).toMatch(/^[A-Za-z0-9._]+$/)
      expect(bio.length).toBeLessThanOrEqual(320)
    }
    expect(new Set(plan.people.map(({ username }) => username)).size).toBe(plan.people.length)
    expect(plan.people.some((person) => person.private)).toBe(true)
  })

  it('lives and posts in the thirty largest towns', () => {
    const names = new Set(largestTowns(30).map((town) => town.name))
    expect(demoPeople.filter((person) => !names.has(person.town))).toEqual([])
    const visited = new Set(plan.posts.map(({ place }) => directory[place]?.town ?? directory[place]?.name))
    expect([...names].filter((name) => !visited.has(name))).toEqual([])
  })

  it('posts about 600 times in the last thirty days, oldest first, never in the future', () => {
    expect(plan.posts.length).toBeGreaterThan(570)
    expect(plan.posts.length).toBeLessThan(620)
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
    expect([...plan.comments, ...plan.replies].filter(({ text }) => text === '')).toEqual([])
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

  it('has no duplicate likes, follows or requests, whenever it is made', () => {
    const times = Array.from({ length: 24 }, (_, hour) => new Date(now.getTime() + hour * 25 * 3_600_000))
    for (const made of [plan, ...times.map((time) => planCommunity(directory, 'dintorni', time))]) {
      expect(repeated(made.posts.map(({ text }) => text))).toEqual([])
      expect(hasRepeated(made.likes.map(({ post, person }) => `${post} ${person}`))).toBe(false)
      expect(hasRepeated(made.follows.map(({ follower, followed }) => `${follower} ${followed}`))).toBe(false)
      expect(hasRepeated(made.placeFollows.map(({ person, place }) => `${person} ${place}`))).toBe(false)
      expect(hasRepeated(made.spotted.map(({ post, requester }) => `${post} ${requester}`))).toBe(false)
    }
  })

  it('has nobody who follows themselves', () => {
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
    expect(new Set(pictures).size).toBeGreaterThanOrEqual(140)
    const repeats = pictures.filter((seed, index) => pictures.slice(Math.max(0, index - 30), index).includes(seed))
    expect(repeats).toEqual([])
  })

  it('fills in every name, and says nothing twice but short comments', () => {
    expect(plan.posts.filter(({ text }) => /[{}|]|undefined/.test(text))).toEqual([])
    expect(repeated(plan.posts.map(({ text }) => text))).toEqual([])
    const long = [...plan.comments, ...plan.replies].map(({ text }) => text)
    expect(repeated(long.filter((text) => text.length > maxRepeatedLength))).toEqual([])
  })

  it('shows no two posts of a town that share a sentence', () => {
    for (const town of largestTowns(fullTowns.count)) {
      const sentences = postsNear(town).flatMap(({ text }) => text.split(/(?<=[.!?:]) /))
      expect(repeated(sentences.filter((sentence) => sentence.length > 12)), town.name).toEqual([])
    }
  })

  it('fills the near circle of each of the twenty largest towns', () => {
    for (const town of largestTowns(20)) expect(postsNear(town).length, town.name).toBeGreaterThanOrEqual(25)
  })

  it('lets people post where they live, and be in one town at a time', () => {
    const townOf = ({ place }: { place: number }) => directory[place]?.town ?? directory[place]?.name ?? ''
    const atHome = plan.posts.filter((post) => plan.people[post.author]?.town === townOf(post))
    expect(atHome.length / plan.posts.length).toBeGreaterThan(0.7)
    for (const [person] of plan.people.entries()) {
      const own = plan.posts.filter(({ author }) => author === person)
      const hurried = own.filter((post, index) => {
        const before = own[index - 1]
        const hours = (post.createdAt.getTime() - (before?.createdAt.getTime() ?? 0)) / 3_600_000
        return before && townOf(before) !== townOf(post) && hours < 12
      })
      expect(hurried, plan.people[person]?.username).toEqual([])
    }
  })

  it('takes nobody for a Spotted who cannot be meant', () => {
    expect(plan.spotted.length).toBeGreaterThan(50)
    for (const { post, requester } of plan.spotted) {
      const { text = '', author = -1 } = plan.posts[post] ?? {}
      const person = plan.people[requester]
      expect(text).toMatch(person?.voice === 'f' ? /^(Cerco la r|R)agazza|^Signora/ : /^(Cerco il r|R)agazzo|^Signore/)
      expect(person?.town).toBe(plan.people[author]?.town)
      expect(requester).not.toBe(author)
    }
  })

  it('has something of everything for Giulia', () => {
    expect(plan.people[0]?.username).toBe('giulia.romani')
    const waiting = plan.spotted.filter(({ post, status }) => plan.posts[post]?.author === 0 && status === 'pending')
    expect(waiting.length).toBeGreaterThan(0)
    const confirmed = plan.spotted.filter(({ requester, status }) => requester === 0 && status === 'confirmed')
    expect(confirmed.map(({ post }) => plan.posts[post]?.text)).toEqual([expect.stringMatching(/macchina fotografica/)])
    const { conversations } = plan
    expect(conversations.filter(({ status, unread }) => status === 'accepted' && unread > 0)).toHaveLength(1)
    expect(conversations.filter(({ status }) => status === 'pending')).toHaveLength(1)
    for (const { messages } of conversations)
      expect(messages).toEqual(messages.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
    expect(plan.follows.filter(({ follower, status }) => follower === 0 && status === 'pending')).not.toEqual([])
    const places = plan.placeFollows.filter(({ person }) => person === 0).map(({ place }) => place)
    const hourAgo = now.getTime() - 3_600_000
    expect(
      plan.posts.filter(({ place, createdAt }) => places.includes(place) && createdAt.getTime() > hourAgo),
    ).not.toEqual([])
    const storytellers = plan.stories.filter(({ author }) => plan.people[author]?.town === 'Roma')
    expect(new Set(storytellers.map(({ author }) => author)).size).toBeGreaterThanOrEqual(2)
  })

  it('has recent stories, at places where their authors posted, some by people whom the first user follows', () => {
    expect(plan.stories.length).toBeGreaterThan(6)
    expect(plan.stories.some(({ caption }) => caption !== '')).toBe(true)
    expect(plan.stories.some(({ caption }) => caption === '')).toBe(true)
    const followed = plan.follows.filter(({ follower }) => follower === 0).map(({ followed: other }) => other)
    expect(new Set(plan.stories.map(({ author }) => author)).size).toBeGreaterThan(4)
    expect(plan.stories.some(({ author }) => followed.includes(author))).toBe(true)
    for (const { author, place, createdAt, likedBy } of plan.stories) {
      expect(plan.posts.some((post) => post.author === author && post.place === place)).toBe(true)
      expect(now.getTime() - createdAt.getTime()).toBeLessThan(12 * 60 * 60 * 1000)
      expect(likedBy).not.toContain(author)
    }
  })

  it('announces events of the next weeks, none twice at one place', () => {
    expect(plan.events.length).toBeGreaterThan(30)
    for (const { startsAt, endsAt, author, going } of plan.events) {
      expect(startsAt.getTime()).toBeGreaterThan(now.getTime())
      expect(endsAt === null || endsAt > startsAt).toBe(true)
      expect(going).not.toContain(author)
    }
    expect(new Set(plan.events.map(({ place, title }) => `${place} ${title}`)).size).toBe(plan.events.length)
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
