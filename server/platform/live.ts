import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveEvents } from '#contract/live.ts'
import type { Database } from '#server/database/connect.ts'
import { listen, notify } from '#server/database/listen.ts'
import type { Log } from './log.ts'
import { platformText } from './platform.text.ts'
import { Refusal } from './refusal.ts'
import { type FindViewer, tokenOf } from './viewer.ts'

/** One thing that a page is told, as the contract names it. An `id` says up to where it has been told what is its own. */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { event: Name; id?: number; data: LiveEvents[Name] }
}[keyof LiveEvents]

/** What the streams carry: the rooms know, the hub does not. */
export type LiveSources = {
  findViewer: FindViewer
  /** The id of an event that happens now: this process's own clock may go another way. */
  findNow: () => Promise<number>
  /** What is new for somebody since an event's id; some of it may have been told already. */
  findNewEvents: (viewerId: number, after: number) => Promise<LiveEvent[]>
  /** What waits for somebody in their conversations: told as a page begins to listen. */
  findUnreadConversationsEvent: (viewerId: number) => Promise<LiveEvent>
  /** A conversation of a viewer that has moved, with some of its messages. */
  findConversationEvents: (viewerId: number, otherId: number, numbers: number[]) => Promise<LiveEvent[]>
  /** How posts stand now, each for a viewer who looks at it and may see it. */
  findPosts: (looks: { viewerId: number; postId: number }[]) => Promise<{ viewerId: number; event: LiveEvent }[]>
}

/** The side that one of two people has of their conversation, and the numbers of the messages that moved in it. */
export type ConversationUpdate = { of: number; other: number; numbers: number[] }
/** Both sides. */
export const conversationUpdatesFor = (one: number, other: number, numbers: number[] = []): ConversationUpdate[] => [
  { of: one, other, numbers },
  { of: other, other: one, numbers },
]

/** Whom something concerns: people have news, posts or conversations have moved, somebody is writing to somebody. */
export type LiveSignal = {
  users?: number[]
  posts?: number[]
  talks?: ConversationUpdate[]
  typing?: { of: number; other: number }[]
}

const channel = 'dintorni_live'
/** A payload of NOTIFY has at most 8,000 bytes, and an id at most 16 digits; there are two lists of them. */
const idsInPayload = 200
/** Of one number, or of none. */
const talksInPayload = 80

const watchedLimit = 50
const streamsLimit = 10_000
/** Pages that one person may have open; the oldest ends when there is one more. */
const streamsOfOne = 12
/** Milliseconds: signals that come together are answered together. */
const gather = 50
const heartbeatEvery = 20_000
/** Bytes that a client may leave unread. */
const unreadLimit = 256 * 1024
/** Events that a stream remembers to have told. */
const rememberedLimit = 500

type Stream = {
  viewerId: number
  token: string
  posts: Set<number>
  /** Up to where it has been told. */
  after: number
  /** What it has been told lately: an event may be read again. */
  told: Set<number>
  write: (event: LiveEvent) => void
  beat: () => void
  end: () => void
}

/** Lets the pages know, at every process, once the transaction is committed. */
export async function announce(
  db: Database,
  { users = [], posts = [], talks = [], typing = [] }: LiveSignal,
): Promise<void> {
  for (let at = 0; at < talks.length; at += talksInPayload)
    await notify(db, channel, JSON.stringify({ talks: talks.slice(at, at + talksInPayload) }))
  if (typing.length > 0) await notify(db, channel, JSON.stringify({ typing }))
  for (let at = 0; at < Math.max(users.length, posts.length); at += idsInPayload) {
    await notify(
      db,
      channel,
      JSON.stringify({ users: users.slice(at, at + idsInPayload), posts: posts.slice(at, at + idsInPayload) }),
    )
  }
}

/** Pages that are told what happens, over server-sent events, by whichever process it happens at. */
export function serveLiveEvents(app: FastifyInstance, url: string, log: Log, sources: LiveSources): void {
  const streams = new Map<number, Set<Stream>>()
  const all = () => [...streams.values()].flatMap((some) => [...some])
  const waiting = {
    users: new Set<number>(),
    posts: new Set<number>(),
    talks: new Map<string, ConversationUpdate>(),
    typing: new Map<string, { of: number; other: number }>(),
  }
  const beingTold = new Set<number>()
  let timer: NodeJS.Timeout | undefined

  /** Whether the session of a stream goes on; one whose session does not ends. Asked after what is to be told was read: nothing that came later than the end is told. */
  const goesOn = async (stream: Stream) => {
    if ((await sources.findViewer(stream.token))?.id === stream.viewerId) return true
    stream.end()
    return false
  }
  const streamsOf = async (viewerId: number) => {
    const open: Stream[] = []
    for (const stream of streams.get(viewerId) ?? []) if (await goesOn(stream)) open.push(stream)
    return open
  }
  /** What a stream has been told already is not told again. */
  const tell = async (stream: Stream, events: LiveEvent[]) => {
    if (!(await goesOn(stream))) return
    for (const event of events) {
      if (event.id !== undefined && stream.told.has(event.id)) continue
      if (event.id !== undefined) {
        if (stream.told.size >= rememberedLimit) stream.told.delete(stream.told.values().next().value ?? 0)
        stream.told.add(event.id)
        stream.after = Math.max(stream.after, event.id)
      }
      stream.write(event)
    }
  }
  const findNewsOf = ({ viewerId, after }: Stream) => sources.findNewEvents(viewerId, after)
  const tellPosts = async (of: Stream[], moved: (postId: number) => boolean) => {
    const looks = of.flatMap(({ viewerId, posts }) => [...posts].filter(moved).map((postId) => ({ viewerId, postId })))
    if (looks.length === 0) return
    for (const { viewerId, event } of await sources.findPosts(looks))
      for (const stream of of) if (stream.viewerId === viewerId) stream.write(event)
  }
  const tellTalk = async ({ of, other, numbers }: ConversationUpdate) => {
    if (!streams.has(of)) return
    const events = await sources.findConversationEvents(of, other, numbers)
    for (const stream of await streamsOf(of)) for (const event of events) stream.write(event)
  }
  /** A viewer is told of one conversation after the other, and what moves meanwhile waits: what was read earlier must not be told later. */
  const tellTalks = async (of: number, talks: ConversationUpdate[]) => {
    if (beingTold.has(of)) {
      talks.forEach(waitForTalk)
      schedule()
      return
    }
    beingTold.add(of)
    try {
      for (const talk of talks) await tellTalk(talk)
    } finally {
      beingTold.delete(of)
    }
  }
  const tellTyping = async ({ of, other }: { of: number; other: number }) => {
    for (const stream of await streamsOf(of)) stream.write({ event: 'typing', data: { other_id: other } })
  }
  const take = <Key, Value>(from: Map<Key, Value>) => {
    const taken = [...from.values()]
    from.clear()
    return taken
  }
  const flush = async () => {
    timer = undefined
    const [users, posts, talks, typing] = [
      [...waiting.users],
      new Set(waiting.posts),
      take(waiting.talks),
      take(waiting.typing),
    ]
    waiting.users.clear()
    waiting.posts.clear()
    try {
      await Promise.all([...Map.groupBy(talks, ({ of }) => of)].map(([of, some]) => tellTalks(of, some)))
      await Promise.all(typing.map(tellTyping))
      for (const user of users)
        for (const stream of streams.get(user) ?? []) await tell(stream, await findNewsOf(stream))
      if (posts.size > 0) await tellPosts(all(), (postId) => posts.has(postId))
    } catch (error) {
      // The pages ask again when they connect again: a database that is away for a moment must not leave them behind.
      log.warn({ err: error }, 'live streams could not be told')
      for (const stream of all()) stream.end()
    }
  }
  const waitForTalk = ({ of, other, numbers }: ConversationUpdate) => {
    const key = `${of} ${other}`
    waiting.talks.set(key, {
      of,
      other,
      numbers: [...new Set([...(waiting.talks.get(key)?.numbers ?? []), ...numbers])],
    })
  }
  const schedule = () => {
    timer ??= setTimeout(() => void flush(), gather)
  }

  const stopListening = listen(url, channel, {
    hear(payload) {
      const { users = [], posts = [], talks = [], typing = [] } = JSON.parse(payload) as LiveSignal
      for (const user of users) if (streams.has(user)) waiting.users.add(user)
      for (const talk of talks) if (streams.has(talk.of)) waitForTalk(talk)
      for (const pair of typing) if (streams.has(pair.of)) waiting.typing.set(`${pair.of} ${pair.other}`, pair)
      for (const post of posts) waiting.posts.add(post)
      schedule()
    },
    missed: () => all().forEach((stream) => stream.end()),
  })
  const heartbeat = setInterval(() => all().forEach((stream) => stream.beat()), heartbeatEvery)

  const open = (reply: FastifyReply, viewerId: number, token: string, posts: number[], after: number) => {
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    })
    const write = (text: string) => {
      // One that has ended may still be among the streams: Node takes a further word for an error that nobody handles.
      if (raw.writableEnded) return
      if (raw.writableLength > unreadLimit) raw.destroy()
      else raw.write(text)
    }
    const stream: Stream = {
      viewerId,
      token,
      after,
      posts: new Set(posts),
      told: new Set(),
      write: ({ event, id, data }) =>
        write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
      beat: () => write(':\n\n'),
      end: () => raw.end(),
    }
    const mine = streams.get(viewerId) ?? new Set()
    // Who has left while their session was looked up is not heard leaving.
    if (!raw.destroyed) streams.set(viewerId, mine.add(stream))
    if (mine.size > streamsOfOne) [...mine][0]?.end()
    raw.on('close', () => {
      mine.delete(stream)
      if (mine.size === 0) streams.delete(viewerId)
    })
    // How long a page waits before it connects again, and from where: it may hear nothing until then.
    write(`retry: 2000\nid: ${after}\n\n`)
    return stream
  }

  app.get<{ Querystring: Record<string, unknown> }>('/api/events', async (request, reply) => {
    const token = tokenOf(request.cookies, request.headers.authorization)
    const viewer = token === undefined ? null : await sources.findViewer(token)
    if (token === undefined || !viewer) throw new Refusal(401, platformText.notSignedIn)
    if (all().length >= streamsLimit) throw new Refusal(503, platformText.tooManyStreams, 10)
    const after = afterOf(request.headers['last-event-id'] ?? request.query.after) ?? (await sources.findNow())
    const stream = open(reply, viewer.id, token, idsOf(request.query.posts).slice(0, watchedLimit), after)
    const tellWhatIs = async () => {
      const [news, waiting] = await Promise.all([findNewsOf(stream), sources.findUnreadConversationsEvent(viewer.id)])
      await tell(stream, [...news, waiting])
    }
    await Promise.all([tellWhatIs(), tellPosts([stream], () => true)]).catch((error: unknown) => {
      log.warn({ err: error }, 'a live stream could not begin')
      stream.end()
    })
  })
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    clearTimeout(timer)
    all().forEach((stream) => stream.end())
    await stopListening()
  })
}

/** `"12,x,7"` → `[12, 7]`. */
const idsOf = (list: unknown): number[] =>
  typeof list === 'string'
    ? list
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0)
    : []

/** Undefined: who has been told nothing yet hears what happens from now on. */
function afterOf(id: unknown): number | undefined {
  const told = Number(id)
  return id !== undefined && Number.isSafeInteger(told) && told > 0 ? told : undefined
}
