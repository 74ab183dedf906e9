import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation, Message } from '#contract/chat.ts'
import type { LiveEvents } from '#contract/live.ts'
import { type RegisteredClient, registerClients } from '#server/testing/fixtures/api-client.ts'

// Pairs of users who write to each other and listen as the app does: unacknowledged messages are resent with the same
// client id, a broken stream reconnects and then fetches the newest page.

type SentMessage = { clientId: string; text: string; number: number | undefined }

/** What all clients saw together. */
type Observations = {
  resent: number
  /** Resent messages that the server had already stored: only the reply was lost. */
  storedBeforeResend: number
  statuses: Map<number, number>
  streams: number
  receivedByStream: number
  receivedByFetch: number
  /** Impossible replies or events, one line each. */
  contradictions: string[]
}

/** Shortest pause before an unacknowledged message is resent. */
const resendPauseMs = 50
/** The app's first reconnect delay. */
const reconnectDelayMs = 1000
const pageLimit = 50
/** Share of received batches that are also marked as read. */
const readShare = 0.3

type Marks = Pick<Conversation, 'read_up_to' | 'other_received_up_to' | 'other_read_up_to'>
const noMarks: Marks = { read_up_to: 0, other_received_up_to: 0, other_read_up_to: 0 }
const marksOf = ({ read_up_to, other_received_up_to, other_read_up_to }: Conversation): Marks => ({
  read_up_to,
  other_received_up_to,
  other_read_up_to,
})
const findDecreased = (before: Marks, now: Marks) =>
  (Object.keys(before) as (keyof Marks)[]).filter((mark) => now[mark] < before[mark])
const maxMarks = (one: Marks, other: Marks): Marks => ({
  read_up_to: Math.max(one.read_up_to, other.read_up_to),
  other_received_up_to: Math.max(one.other_received_up_to, other.other_received_up_to),
  other_read_up_to: Math.max(one.other_read_up_to, other.other_read_up_to),
})

type Shared = { serverUrl: string; observations: Observations; random: () => number; meanPauseMs: number }

/** One user's side of a conversation. */
export class ChatClient {
  readonly api: RegisteredClient
  readonly otherId: number
  /** In the order of writing. */
  readonly sent: SentMessage[] = []
  /** Text by message number, as first received. */
  readonly received = new Map<number, string>()
  /** The highest number whose read mark the server acknowledged. */
  readUpTo = 0
  private readonly shared: Shared
  private marks = noMarks
  /** Every message up to this number is received. */
  private completeUpTo = 0
  private newest = 0

  constructor(api: RegisteredClient, otherId: number, shared: Shared) {
    this.api = api
    this.otherId = otherId
    this.shared = shared
  }

  /** Writes until the signal aborts. Resolves when the last message is acknowledged. */
  async writeUntil(signal: AbortSignal): Promise<void> {
    for (let index = 1; !signal.aborted; index++) {
      await this.send(`voce ${this.api.id}, ${index}`)
      await wait(this.shared.random() * this.shared.meanPauseMs * 2, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Keeps a stream open until the signal aborts. */
  async listenUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.listenOnce(signal)
      if (!signal.aborted) await wait(reconnectDelayMs * (0.75 + this.shared.random() / 2))
    }
  }

  private async send(text: string) {
    const message: SentMessage = { clientId: randomUUID(), text, number: undefined }
    this.sent.push(message)
    for (let attempt = 1; message.number === undefined; attempt++) {
      if (await this.trySend(message, attempt)) continue
      this.shared.observations.resent++
      await wait(resendPauseMs + this.shared.random() * resendPauseMs)
    }
  }

  /** @returns whether the server acknowledged the message. */
  private async trySend(message: SentMessage, attempt: number): Promise<boolean> {
    const { statuses, contradictions } = this.shared.observations
    const { clientId, text } = message
    const marksBefore = this.marks
    const startedAt = Date.now()
    const reply = await this.api
      .call('sendMessage', { other_id: this.otherId, client_id: clientId, text })
      .catch(() => undefined)
    if (reply) statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    if (reply?.status !== 200) return false
    const { message: stored, conversation } = reply.body
    message.number = stored.number
    if (stored.text !== text || stored.client_id !== clientId)
      contradictions.push(`“${text}” was acknowledged as “${stored.text}”`)
    if (attempt > 1 && Date.parse(stored.created_at) < startedAt) this.shared.observations.storedBeforeResend++
    this.checkMarks('in a reply', marksBefore, conversation)
    this.record([stored])
    return true
  }

  /** Records messages. @returns how many of them were new. */
  private record(messages: Message[]): number {
    let added = 0
    for (const { number, text } of messages) {
      const before = this.received.get(number)
      if (before === undefined) added++
      else if (before !== text)
        this.shared.observations.contradictions.push(
          `message ${number} of ${this.api.id} was “${before}” and is “${text}”`,
        )
      this.received.set(number, before ?? text)
      this.newest = Math.max(this.newest, number)
    }
    while (this.received.has(this.completeUpTo + 1)) this.completeUpTo++
    return added
  }

  /** @param before the marks known when the request was sent: replies may overtake each other. */
  private checkMarks(where: string, before: Marks, conversation: Conversation): Marks {
    const now = marksOf(conversation)
    for (const mark of findDecreased(before, now))
      this.shared.observations.contradictions.push(
        `${where} ${mark} of ${this.api.id} went back from ${before[mark]} to ${now[mark]}`,
      )
    this.marks = maxMarks(this.marks, now)
    return now
  }

  /** Acknowledges received messages and marks some as read. A lost call is repaired by the next one. */
  private async acknowledge(upTo: number) {
    const received = await this.api
      .call('markMessagesReceived', { received: `${this.otherId}:${upTo}` as never })
      .catch(() => undefined)
    if (received?.status !== 200 || this.shared.random() > readShare) return
    const read = await this.api.call('markMessagesRead', { other_id: this.otherId, up_to: upTo }).catch(() => undefined)
    if (read?.status === 200) this.readUpTo = Math.max(this.readUpTo, upTo)
  }

  /** Fetches pages from the newest back to what is already complete. */
  private async catchUp(isClosed: () => boolean) {
    let cursor: string | null | undefined
    while (cursor !== null && !isClosed()) {
      const marksBefore = this.marks
      const reply = await this.api
        .call('getMessages', { other_id: this.otherId, limit: pageLimit, ...(cursor !== undefined && { cursor }) })
        .catch(() => undefined)
      if (reply?.status !== 200) {
        await wait(resendPauseMs)
        continue
      }
      const { messages, next_cursor, conversation } = reply.body
      this.checkMarks('on a page', marksBefore, conversation)
      this.shared.observations.receivedByFetch += this.record(messages)
      cursor = (messages.at(-1)?.number ?? 0) <= this.completeUpTo ? null : next_cursor
    }
  }

  /** Opens one stream. Resolves when it closes. */
  private listenOnce(signal: AbortSignal): Promise<void> {
    let streamMarks = noMarks
    let closed = false
    const isClosed = () => closed
    const onConversation = ({ other_id, conversation, messages }: LiveEvents['conversation']) => {
      if (other_id !== this.otherId || !conversation) {
        this.shared.observations.contradictions.push(`${this.api.id} received an event about ${other_id}`)
        return
      }
      streamMarks = this.checkMarks('on a stream', streamMarks, conversation)
      const hasGap = messages.length > 0 && messages.every(({ number }) => number > this.newest + 1)
      this.shared.observations.receivedByStream += this.record(messages)
      const arrived = Math.max(0, ...messages.filter(({ is_own }) => !is_own).map(({ number }) => number))
      if (arrived > 0) void this.acknowledge(arrived)
      if (hasGap) void this.catchUp(isClosed)
    }
    return new Promise((resolve) => {
      const options = { agent: false, headers: { cookie: this.api.cookie() }, signal }
      const stream = get(`${this.shared.serverUrl}/api/events`, options, (response) => {
        if (response.statusCode !== 200) return stream.destroy()
        this.shared.observations.streams++
        let rest = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const events = (rest + chunk).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) {
            const data = /^event: conversation\ndata: (.*)$/.exec(event)?.[1]
            if (data !== undefined) onConversation(JSON.parse(data) as LiveEvents['conversation'])
          }
        })
        response.on('error', () => undefined)
        void this.catchUp(isClosed)
      })
      stream
        .on('error', () => undefined)
        .once('close', () => {
          closed = true
          resolve()
        })
    })
  }
}

export type ChatClients = {
  clients: ChatClient[]
  observations: Observations
  /** Resolves when the last message of every client is acknowledged. */
  stopWriting: () => Promise<void>
  stopListening: () => Promise<void>
}

/**
 * Starts pairs that write and listen.
 * @param random returns numbers between 0 and 1.
 * @param meanPauseMs between two messages of one user.
 */
export async function startChatClients(
  serverUrl: string,
  pairCount: number,
  random: () => number,
  meanPauseMs: number,
): Promise<ChatClients> {
  const observations: Observations = {
    resent: 0,
    storedBeforeResend: 0,
    statuses: new Map(),
    streams: 0,
    receivedByStream: 0,
    receivedByFetch: 0,
    contradictions: [],
  }
  const names = Array.from({ length: pairCount * 2 }, (_, index) => `voce${index}`)
  const users = await registerClients([serverUrl], names)
  const shared = { serverUrl, observations, random, meanPauseMs }
  const clients = users.map((user, index) => new ChatClient(user, users[index % 2 ? index - 1 : index + 1]!.id, shared))
  const writing = new AbortController()
  const listening = new AbortController()
  const writers = Promise.all(clients.map((client) => client.writeUntil(writing.signal)))
  const listeners = Promise.all(clients.map((client) => client.listenUntil(listening.signal)))
  return {
    clients,
    observations,
    async stopWriting() {
      writing.abort()
      await writers
    },
    async stopListening() {
      listening.abort()
      await listeners
    },
  }
}
