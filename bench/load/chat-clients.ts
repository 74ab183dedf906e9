// Runs in its own process, so that its CPU time is not the server's: opens pages, sends messages at a steady rate, and
// measures when they arrive.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { percentilesOf } from '#bench/statistics.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import type { Input } from '#contract/calls.ts'
import type { LiveEvents } from '#contract/live.ts'
import { createRandom } from '#demo/random.ts'
import type { ChatClient, ChatLoadJob, ChatLoadResult } from './chat-load.ts'

const job = JSON.parse(await text(process.stdin)) as ChatLoadJob
const { url, serverPid, clients, perSecond, seconds, warmupSeconds } = job
/** Messages that have not arrived this long after the last one was sent count as lost. */
const deliveryTimeoutMs = 10_000
const pagesOpenedAtOnce = 50
/** Clock ticks per second in /proc. */
const ticksPerSecond = 100

const agent = new Agent({ keepAlive: true })

function post<Name extends CallName>(name: Name, token: string, input: Input<Name>): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + addressOf(name).url,
      { agent, method: 'POST', headers: { cookie: `sid=${token}`, 'content-type': 'application/json' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${name} returned ${response.statusCode}`))
        response.resume().once('end', resolve)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(JSON.stringify(input))
  })
}

/** When each message was sent, by its text; texts are unique. */
const sentAtMs = new Map<string, number>()
const deliveryMs = new Map<string, number>()

function onConversation(client: ChatClient, { other_id, messages }: LiveEvents['conversation']): void {
  const nowMs = performance.now()
  const incoming = messages.filter(({ is_own }) => !is_own)
  for (const message of incoming) {
    const sentMs = sentAtMs.get(message.text)
    if (sentMs !== undefined && !deliveryMs.has(message.text)) deliveryMs.set(message.text, nowMs - sentMs)
  }
  // Like a page that shows the conversation.
  const upTo = Math.max(0, ...incoming.map(({ number }) => number))
  if (upTo > 0) void post('markMessagesRead', client.token, { other_id, up_to: upTo })
}

/** Opens the event stream of a page; resolves with its first event. */
function openPage(client: ChatClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, headers: { cookie: `sid=${client.token}` } } as const
    const stream = get(`${url}/api/events`, options, (response) => {
      let rest = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const events = (rest + chunk).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          const [, name, data] = /^event: (\w+)\n(?:id: .*\n)?data: (.*)$/.exec(event) ?? []
          if (name === 'conversation' && data) onConversation(client, JSON.parse(data) as LiveEvents['conversation'])
          if (name === 'chat') resolve()
        }
      })
      response.once('close', () => reject(new Error('the server closed an event stream')))
    })
    stream.once('error', reject)
  })
}

/** Returns the CPU time of a process in seconds. */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticksPerSecond
}

for (let first = 0; first < clients.length; first += pagesOpenedAtOnce)
  await Promise.all(clients.slice(first, first + pagesOpenedAtOnce).map(openPage))

const random = createRandom('talkers')
const replyMs: number[] = []
const measuredTexts: string[] = []

async function sendMessage(index: number, isMeasured: boolean): Promise<void> {
  const { token, otherId } = random.pick(clients)
  const messageText = `Ci vediamo alle ${index}, davanti alla stazione?`
  if (isMeasured) measuredTexts.push(messageText)
  const startMs = performance.now()
  sentAtMs.set(messageText, startMs)
  await post('sendMessage', token, { other_id: otherId, client_id: randomUUID(), text: messageText })
  if (isMeasured) replyMs.push(performance.now() - startMs)
}

const startMs = performance.now()
const warmUntilMs = startMs + warmupSeconds * 1000
const untilMs = warmUntilMs + seconds * 1000
const sending: Promise<void>[] = []
let cpuAtStart = await cpuSecondsOf(serverPid)
for (let index = 0, isWarm = false; ; index++) {
  const dueMs = startMs + (index * 1000) / perSecond
  if (dueMs >= untilMs) break
  await wait(Math.max(0, dueMs - performance.now()))
  if (!isWarm && dueMs >= warmUntilMs) {
    isWarm = true
    cpuAtStart = await cpuSecondsOf(serverPid)
  }
  sending.push(sendMessage(index, isWarm))
}
const cpuSeconds = (await cpuSecondsOf(serverPid)) - cpuAtStart
await Promise.all(sending)
const sentAllAtMs = performance.now()
const countMissing = () => measuredTexts.filter((messageText) => !deliveryMs.has(messageText)).length
while (countMissing() > 0 && performance.now() - sentAllAtMs < deliveryTimeoutMs) await wait(50)

const result: ChatLoadResult = {
  delivery: percentilesOf(measuredTexts.flatMap((messageText) => deliveryMs.get(messageText) ?? [])),
  reply: percentilesOf(replyMs),
  lost: countMissing(),
  serverCpu: cpuSeconds / seconds,
}
process.stdout.write(JSON.stringify(result), () => process.exit())
