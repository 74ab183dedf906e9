import type { Log } from '#server/platform/log.ts'
import type { FindViewer } from '#server/platform/viewer.ts'
import type { ConversationUpdate, LiveSignal } from './announce.ts'
import { SignalQueue } from './signal-queue.ts'
import type { LiveEvent, LiveStream } from './stream.ts'

/** A post near the screen of a viewer's page. */
type PostWatch = { viewerId: number; postId: number }
type PostEvent = { viewerId: number; event: LiveEvent }

/** Loads the data of events. The features implement it; the hub imports no feature. */
export type LiveSources = {
  findViewer: FindViewer
  /** Returns the id that an event of this instant would have, by the database's clock: this process's may differ. */
  findCurrentPosition: () => Promise<number>
  /** Returns a viewer's events after an id; some of them may have been sent already. */
  findNewEvents: (viewerId: number, after: number) => Promise<LiveEvent[]>
  /** Returns how many conversations are unread, for a page that has just connected. */
  findUnreadConversationsEvent: (viewerId: number) => Promise<LiveEvent>
  /** Returns a conversation of a viewer that has changed, with some of its messages. */
  findConversationEvents: (update: ConversationUpdate) => Promise<LiveEvent[]>
  /** Returns the counters of watched posts, each only for viewers who may see the post. */
  findPostEvents: (watches: PostWatch[]) => Promise<PostEvent[]>
}

/** A viewer's oldest stream ends when they open one more. */
const maxStreamsPerViewer = 12
/** Viewers whose news are read at once: half of the connections, so that calls go on. */
const newsAtOnce = 5
/** Signals that arrive within this time are delivered together. */
const deliveryDelayMs = 50

/** Holds the open streams of this process and sends them what signals say has changed. */
export class LiveHub {
  private readonly streamsByViewer = new Map<number, Set<LiveStream>>()
  private readonly queue = new SignalQueue()
  /** Deliveries that are going on. */
  private readonly ongoing = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private isStopped = false
  private readonly sources: LiveSources
  private readonly log: Log

  constructor(sources: LiveSources, log: Log) {
    this.sources = sources
    this.log = log
  }

  streams(): LiveStream[] {
    return [...this.streamsByViewer.values()].flatMap((streams) => [...streams])
  }

  /** Adds a stream, or ends it: a request that was in flight when the server stopped would keep it from ending. */
  add(stream: LiveStream): void {
    if (this.isStopped) return stream.end()
    const streams = this.streamsByViewer.get(stream.viewerId) ?? new Set()
    this.streamsByViewer.set(stream.viewerId, streams.add(stream))
    if (streams.size > maxStreamsPerViewer) [...streams][0]?.end()
  }

  remove(stream: LiveStream): void {
    const streams = this.streamsByViewer.get(stream.viewerId)
    streams?.delete(stream)
    if (streams?.size === 0) this.streamsByViewer.delete(stream.viewerId)
  }

  /**
   * Sends a new stream what its viewer missed, their unread conversations, and the counters of its posts; then what has
   * changed since these were read.
   */
  async sendInitialEvents(stream: LiveStream): Promise<void> {
    const { viewerId, lastEventId, watchedPostIds } = stream
    const [news, unreadConversations, posts] = await Promise.all([
      this.sources.findNewEvents(viewerId, lastEventId),
      this.sources.findUnreadConversationsEvent(viewerId),
      this.findPostEvents([...watchedPostIds].map((postId) => ({ viewerId, postId }))),
    ])
    if (await this.isSignedIn(stream)) stream.start([...news, unreadConversations, ...posts.map(({ event }) => event)])
  }

  /** Queues a signal of any server process. */
  receive(signal: LiveSignal): void {
    this.queue.add(signal, (userId) => this.streamsByViewer.has(userId))
    this.scheduleDelivery()
  }

  sendHeartbeats(): void {
    for (const stream of this.streams()) stream.sendHeartbeat()
  }

  /** Ends all streams: their pages reconnect and load what they missed. */
  endStreams(): void {
    for (const stream of this.streams()) stream.end()
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
    this.endStreams()
  }

  private scheduleDelivery(): void {
    this.timer ??= setTimeout(() => void this.deliver(), deliveryDelayMs)
  }

  private async deliver(): Promise<void> {
    this.timer = undefined
    const { userIds, postIds, conversations, typing } = this.queue.takeAll()
    const updatesByViewer = [...Map.groupBy(conversations, ({ viewerId }) => viewerId)]
    try {
      await Promise.all(updatesByViewer.map(([viewerId, updates]) => this.sendConversations(viewerId, updates)))
      await Promise.all(typing.map(({ viewerId, otherId }) => this.sendTyping(viewerId, otherId)))
      await this.sendNewsToAll([...userIds])
      if (postIds.size > 0) await this.sendPosts(postIds)
    } catch (error) {
      // A database that is briefly unreachable must not leave pages behind.
      this.log.warn({ err: error }, 'live events could not be delivered')
      this.endStreams()
    }
  }

  /**
   * Makes one delivery of a name at a time: what was read earlier must not be sent later. The signal of one that comes
   * meanwhile is queued again.
   */
  private async deliverInTurn(name: string, signal: LiveSignal, deliver: () => Promise<void>): Promise<void> {
    if (this.ongoing.has(name)) return this.receive(signal)
    this.ongoing.add(name)
    try {
      await deliver()
    } finally {
      this.ongoing.delete(name)
    }
  }

  private sendConversations(viewerId: number, updates: ConversationUpdate[]): Promise<void> {
    return this.deliverInTurn(`conversations of ${viewerId}`, { conversations: updates }, async () => {
      for (const update of updates) await this.sendConversation(update)
    })
  }

  private async sendConversation(update: ConversationUpdate): Promise<void> {
    if (!this.streamsByViewer.has(update.viewerId)) return
    const events = await this.sources.findConversationEvents(update)
    for (const stream of await this.signedInStreamsOf(update.viewerId)) for (const event of events) stream.send(event)
  }

  private async sendTyping(viewerId: number, otherId: number): Promise<void> {
    for (const stream of await this.signedInStreamsOf(viewerId))
      stream.send({ event: 'typing', data: { other_id: otherId } })
  }

  /** Each takes some statements: one after the other, a thousand pages would wait for a thousand times as long. */
  private async sendNewsToAll(viewerIds: number[]): Promise<void> {
    for (let start = 0; start < viewerIds.length; start += newsAtOnce)
      await Promise.all(viewerIds.slice(start, start + newsAtOnce).map((viewerId) => this.sendNews(viewerId)))
  }

  private sendNews(viewerId: number): Promise<void> {
    return this.deliverInTurn(`news of ${viewerId}`, { userIds: [viewerId] }, async () => {
      for (const stream of this.streamsByViewer.get(viewerId) ?? [])
        await this.sendIfSignedIn(stream, await this.sources.findNewEvents(viewerId, stream.lastEventId))
    })
  }

  private sendPosts(postIds: ReadonlySet<number>): Promise<void> {
    return this.deliverInTurn('posts', { postIds: [...postIds] }, async () => {
      const streams = this.streams()
      const watches = streams.flatMap(({ viewerId, watchedPostIds }) =>
        [...watchedPostIds].filter((postId) => postIds.has(postId)).map((postId) => ({ viewerId, postId })),
      )
      const events = await this.findPostEvents(watches)
      const viewerIds = new Set(events.map(({ viewerId }) => viewerId))
      const listening = await this.signedInAmong(streams.filter((stream) => viewerIds.has(stream.viewerId)))
      for (const { viewerId, event } of events)
        for (const stream of listening) if (stream.viewerId === viewerId) stream.send(event)
    })
  }

  private findPostEvents(watches: PostWatch[]): Promise<PostEvent[]> {
    return watches.length === 0 ? Promise.resolve([]) : this.sources.findPostEvents(watches)
  }

  private async sendIfSignedIn(stream: LiveStream, events: LiveEvent[]): Promise<void> {
    if (!(await this.isSignedIn(stream))) return
    for (const event of events) stream.send(event)
  }

  private signedInStreamsOf(viewerId: number): Promise<LiveStream[]> {
    return this.signedInAmong([...(this.streamsByViewer.get(viewerId) ?? [])])
  }

  /** Returns the streams whose session is still valid. They are looked up together, so that the look-ups merge. */
  private async signedInAmong(streams: LiveStream[]): Promise<LiveStream[]> {
    const signedIn = await Promise.all(streams.map((stream) => this.isSignedIn(stream)))
    return streams.filter((_, index) => signedIn[index])
  }

  /**
   * Whether the session of a stream is still valid; ends the stream otherwise. To be called after the events have been
   * read: nothing that happened after the session's end is sent.
   */
  private async isSignedIn(stream: LiveStream): Promise<boolean> {
    if ((await this.sources.findViewer(stream.token, null))?.id === stream.viewerId) return true
    stream.end()
    return false
  }
}
