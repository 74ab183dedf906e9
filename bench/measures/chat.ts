import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Build, tokenOf, withClient } from '#bench/dataset/dataset.ts'
import { formatRequest, load } from '#bench/load.ts'
import { type Figures, percentilesOf, type Report } from '#bench/report.ts'
import { addressOf, urlOf } from '#contract/call-paths.ts'

type Pair = { low: number; high: number; messages: number }

const conversationsSql = fs.readFileSync(path.join(import.meta.dirname, '../dataset/conversations.sql'), 'utf8')
/** Two people whose blocks would keep a message from either. */
const deleteBlocksSql = `
  DELETE FROM blocks USING unnest($1::bigint[], $2::bigint[]) p (low, high)
  WHERE (blocker_id, blocked_id) IN ((low, high), (high, low))`
const longConversation: Pair = { low: 1, high: 11, messages: 100_000 }
const manyConversations = Array.from({ length: 200 }, (_, index): Pair => ({ low: 2, high: 300 + index, messages: 40 }))
const neighbours = Array.from({ length: 4000 }, (_, index): Pair => {
  return { low: 1001 + index * 2, high: 1002 + index * 2, messages: 12 }
})

export type ChatExtent = { seconds: number; openPages: number }

/** Measures reading long conversations, delivery to open pages, and sending, on copies of the dataset. */
export async function measureChat(report: Report, builds: Build[], { seconds, openPages }: ChatExtent): Promise<void> {
  for (const build of builds) await addConversations(build)
  const measure = (what: string, connections: number, run: (build: Build) => Promise<Figures>) =>
    report.measure(
      what,
      connections,
      builds.map((build) => ({ name: build.name, run: () => run(build) })),
    )
  const measureReading = (what: string, viewer: number, url: string) =>
    measure(what, 1, (build) =>
      load(build.url, { connections: 1, seconds, requests: [formatRequest(url, tokenOf(viewer))] }),
    )
  await measureReading('the newest 30 of 100,000 messages', 1, urlOf('getMessages', { other_id: 11, limit: 30 }))
  await measureReading('the first 20 of 200 conversations', 2, urlOf('getConversations', { limit: 20 }))
  await measure(`delivery of 20 messages/s, ${openPages} pages open`, openPages, (build) =>
    measureDelivery(build, { seconds: seconds + 2, openPages }),
  )
  await measure('sending a message', 32, (build) => {
    // Each is sent once, since a repeated client id is not written again, and one after the other to different people.
    const requests = Array.from({ length: 10 }, () => neighbours.map(requestOf)).flat()
    return load(build.url, { connections: 32, seconds, requests })
  })
}

const requestOf = ({ low, high }: Pair): string =>
  formatRequest(addressOf('sendMessage').url, tokenOf(low), {
    other_id: high,
    client_id: randomUUID(),
    text: 'Ci vediamo alle sei davanti alla stazione?',
  })

const addConversations = ({ databaseUrl }: Build) =>
  withClient(databaseUrl, async (client) => {
    const pairs = [longConversation, ...manyConversations, ...neighbours]
    const column = (name: keyof Pair) => pairs.map((pair) => pair[name])
    await client.query(deleteBlocksSql, [column('low'), column('high')])
    await client.query(conversationsSql, [column('low'), column('high'), column('messages')])
    await client.query('VACUUM ANALYZE conversations, conversation_members, messages')
  })

const deliveryTimeoutMs = 10_000
const perSecond = 20

/** Milliseconds from sending a message to its arrival on the other's open page, which marks it as read. */
async function measureDelivery({ url }: Build, { seconds, openPages }: ChatExtent): Promise<Figures> {
  const agent = new http.Agent({ keepAlive: true })
  const sentAtMs = new Map<string, number>()
  const deliveryMs: number[] = []
  const calls: Promise<void>[] = []
  const post = (name: 'sendMessage' | 'markMessagesRead', viewer: number, body: object) =>
    new Promise<void>((resolve, reject) => {
      const headers = { cookie: `sid=${tokenOf(viewer)}`, 'content-type': 'application/json' }
      const request = http.request(url + addressOf(name).url, { agent, method: 'POST', headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${name} returned ${response.statusCode}`))
        response.resume().once('end', resolve)
      })
      request.once('error', reject).end(JSON.stringify(body))
    })
  type Conversation = { other_id: number; messages: { is_own: boolean; text: string; number: number }[] }
  const onConversation = (viewer: number, { other_id, messages }: Conversation) => {
    const incoming = messages.filter(({ is_own, text }) => !is_own && sentAtMs.has(text))
    for (const { text } of incoming) {
      deliveryMs.push(performance.now() - sentAtMs.get(text)!)
      sentAtMs.delete(text)
    }
    const upTo = Math.max(0, ...incoming.map(({ number }) => number))
    if (upTo > 0) calls.push(post('markMessagesRead', viewer, { other_id, up_to: upTo }))
  }
  const streams: http.ClientRequest[] = []
  const openPage = (viewer: number) =>
    new Promise<void>((resolve, reject) => {
      const headers = { cookie: `sid=${tokenOf(viewer)}` }
      const stream = http.get(`${url}/api/events`, { agent: false, headers }, (response) => {
        let rest = ''
        response.on('error', () => undefined)
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const events = (rest + chunk).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) {
            const [, name, data = ''] = /^event: (\w+)\n(?:id: .*\n)?data: (.*)$/.exec(event) ?? []
            if (name === 'conversation') onConversation(viewer, JSON.parse(data) as Conversation)
            if (name === 'chat') resolve()
          }
        })
      })
      streams.push(stream.once('error', reject))
    })
  const pairs = neighbours.slice(0, openPages / 2)
  for (const { low, high } of pairs) await Promise.all([openPage(low), openPage(high)])
  const count = seconds * perSecond
  for (let index = 0; index < count; index++) {
    const { low, high } = pairs[(index * 7) % pairs.length]!
    const text = `Ci vediamo alle ${index}, davanti alla stazione? ${randomUUID()}`
    sentAtMs.set(text, performance.now())
    calls.push(post('sendMessage', low, { other_id: high, client_id: randomUUID(), text }))
    await wait(1000 / perSecond)
  }
  for (const untilMs = performance.now() + deliveryTimeoutMs; sentAtMs.size > 0 && performance.now() < untilMs;)
    await wait(50)
  await Promise.all(calls)
  for (const stream of streams) stream.destroy()
  agent.destroy()
  return { ...percentilesOf(deliveryMs), ...(sentAtMs.size > 0 && { note: `${sentAtMs.size} LOST` }) }
}
