import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation, Message } from '#contract/chat.ts'
import type { LiveEvents } from '#contract/live.ts'
import { enter, type Somebody } from './somebody.ts'

// People in pairs who write to each other and listen, as the app does: what got no answer is sent again under its name, a stream that broke is opened again, and then the newest page is asked for.

type Written = { clientId: string; text: string; number: number | undefined }

export type Talker = {
  somebody: Somebody
  otherId: number
  /** In the order in which it was written. */
  written: Written[]
  /** By number, each as it came first. */
  known: Map<number, string>
  /** Up to where they were told that it is known that they have read. */
  readUpTo: number
}

export type Seen = {
  sentAgain: number
  /** Sent again, and there already: the answer alone was lost. */
  hadArrived: number
  statuses: Map<number, number>
  streams: number
  heard: number
  askedFor: number
  /** What was said that cannot be, one line for each. */
  contradictions: string[]
}

export type Talkers = {
  talkers: Talker[]
  seen: Seen
  /** Ends with the last word of everybody acknowledged. */
  fallSilent: () => Promise<void>
  stopListening: () => Promise<void>
}

/** Milliseconds after which what got no answer is sent again, at least. */
const impatience = 50
/** Milliseconds, at the mean, between two messages of somebody. */
const thinking = 20
/** Milliseconds after which a page opens its stream again: the app's first delay. */
const reopening = 1000
const page = 50
const readingShare = 0.3

type Marks = Pick<Conversation, 'read_up_to' | 'other_received_up_to' | 'other_read_up_to'>
const marksOf = ({ read_up_to, other_received_up_to, other_read_up_to }: Conversation): Marks => ({
  read_up_to,
  other_received_up_to,
  other_read_up_to,
})
const wentBack = (before: Marks, now: Marks) =>
  (Object.keys(before) as (keyof Marks)[]).filter((mark) => now[mark] < before[mark])
const highest = (one: Marks, other: Marks): Marks => ({
  read_up_to: Math.max(one.read_up_to, other.read_up_to),
  other_received_up_to: Math.max(one.other_received_up_to, other.other_received_up_to),
  other_read_up_to: Math.max(one.other_read_up_to, other.other_read_up_to),
})
const noMarks: Marks = { read_up_to: 0, other_received_up_to: 0, other_read_up_to: 0 }

/** @param random between 0 and 1. */
export async function gatherTalkers(server: string, pairs: number, random: () => number): Promise<Talkers> {
  const seen: Seen = {
    sentAgain: 0,
    hadArrived: 0,
    statuses: new Map(),
    streams: 0,
    heard: 0,
    askedFor: 0,
    contradictions: [],
  }
  const [writing, listening] = [new AbortController(), new AbortController()]
  const people: Somebody[] = []
  for (let at = 0; at < pairs * 2; at++) people.push(await enter(server, `voce${at}`))

  const begin = (somebody: Somebody, otherId: number) => {
    const talker: Talker = { somebody, otherId, written: [], known: new Map(), readUpTo: 0 }
    let marks = noMarks
    /** All up to there are known. */
    let wholeUpTo = 0
    let newest = 0

    const learn = (messages: Message[]): number => {
      let isNew = 0
      for (const { number, text } of messages) {
        const before = talker.known.get(number)
        if (before === undefined) isNew++
        else if (before !== text)
          seen.contradictions.push(`number ${number} of ${somebody.id} was “${before}” and is “${text}”`)
        talker.known.set(number, before ?? text)
        newest = Math.max(newest, number)
      }
      while (talker.known.has(wholeUpTo + 1)) wholeUpTo++
      return isNew
    }
    /** @param before what was known when it was asked: answers may overtake each other. */
    const compare = (where: string, before: Marks, conversation: Conversation): Marks => {
      const now = marksOf(conversation)
      for (const mark of wentBack(before, now))
        seen.contradictions.push(`${where} ${mark} of ${somebody.id} went back from ${before[mark]} to ${now[mark]}`)
      marks = highest(marks, now)
      return now
    }

    const write = async (text: string) => {
      const letter: Written = { clientId: randomUUID(), text, number: undefined }
      talker.written.push(letter)
      for (let attempt = 1; letter.number === undefined; attempt++) {
        const [before, from] = [marks, Date.now()]
        const answer = await somebody
          .tries('sendMessage', { other_id: otherId, client_id: letter.clientId, text })
          .catch(() => undefined)
        if (answer) seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1)
        if (answer?.status === 200) {
          const { message, conversation } = answer.body
          letter.number = message.number
          if (message.text !== text || message.client_id !== letter.clientId)
            seen.contradictions.push(`“${text}” was acknowledged as “${message.text}”`)
          if (attempt > 1 && Date.parse(message.created_at) < from) seen.hadArrived++
          compare('in an answer', before, conversation)
          learn([message])
        } else {
          seen.sentAgain++
          await wait(impatience + random() * impatience)
        }
      }
    }
    const writeOn = async () => {
      for (let nth = 1; !writing.signal.aborted; nth++) {
        await write(`voce ${somebody.id}, ${nth}`)
        await wait(random() * thinking * 2)
      }
    }

    /** Tells the other what has arrived, and what is read of it; whoever is not there learns it the next time. */
    const tell = async (upTo: number) => {
      const received = await somebody
        .tries('markMessagesReceived', { received: `${otherId}:${upTo}` as never })
        .catch(() => undefined)
      if (received?.status !== 200 || random() > readingShare) return
      const read = await somebody.tries('markMessagesRead', { other_id: otherId, up_to: upTo }).catch(() => undefined)
      if (read?.status === 200) talker.readUpTo = Math.max(talker.readUpTo, upTo)
    }
    /** From the newest page back to what is known. */
    const catchUp = async (isOver: () => boolean) => {
      let cursor: string | null | undefined
      while (cursor !== null && !isOver()) {
        const before = marks
        const answer = await somebody
          .tries('getMessages', { other_id: otherId, limit: page, ...(cursor !== undefined && { cursor }) })
          .catch(() => undefined)
        if (answer?.status !== 200) {
          await wait(impatience)
          continue
        }
        compare('on a page', before, answer.body.conversation)
        const { messages, next_cursor } = answer.body
        seen.askedFor += learn(messages)
        cursor = (messages.at(-1)?.number ?? 0) <= wholeUpTo ? null : next_cursor
      }
    }
    const listen = () =>
      new Promise<void>((resolve) => {
        let told = noMarks
        let isOver = false
        const end = () => {
          isOver = true
          resolve()
        }
        const hear = ({ other_id, conversation, messages }: LiveEvents['conversation']) => {
          if (other_id !== otherId || !conversation)
            return seen.contradictions.push(`${somebody.id} heard of ${other_id}`)
          told = compare('on a stream', told, conversation)
          const isGap = messages.length > 0 && messages.every(({ number }) => number > newest + 1)
          seen.heard += learn(messages)
          const arrived = Math.max(0, ...messages.filter(({ is_own }) => !is_own).map(({ number }) => number))
          if (arrived > 0) void tell(arrived)
          if (isGap) void catchUp(() => isOver)
        }
        const stream = get(
          `${server}/api/events`,
          { agent: false, headers: { cookie: somebody.cookie }, signal: listening.signal },
          (response) => {
            if (response.statusCode !== 200) return stream.destroy()
            seen.streams++
            let rest = ''
            response.setEncoding('utf8').on('data', (chunk: string) => {
              const events = (rest + chunk).split('\n\n')
              rest = events.pop() ?? ''
              for (const event of events) {
                const data = /^event: conversation\ndata: (.*)$/.exec(event)?.[1]
                if (data !== undefined) hear(JSON.parse(data) as LiveEvents['conversation'])
              }
            })
            response.on('error', () => undefined)
            void catchUp(() => isOver)
          },
        )
        stream.on('error', () => undefined).once('close', end)
      })
    const listenOn = async () => {
      while (!listening.signal.aborted) {
        await listen()
        if (!listening.signal.aborted) await wait(reopening * (0.75 + random() / 2))
      }
    }
    return { talker, writes: writeOn(), listens: listenOn() }
  }

  const all = people.map((somebody, at) => begin(somebody, people[at % 2 ? at - 1 : at + 1]!.id))
  return {
    talkers: all.map(({ talker }) => talker),
    seen,
    async fallSilent() {
      writing.abort()
      await Promise.all(all.map(({ writes }) => writes))
    },
    async stopListening() {
      listening.abort()
      await Promise.all(all.map(({ listens }) => listens))
    },
  }
}
