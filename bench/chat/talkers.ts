// A process of its own, so that what it spends is not the server's: opens the pages, writes at a steady pace, and tells
// when each message was read.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { percentilesOf } from '#bench/measure.ts'
import type { LiveEvents } from '#contract/live.ts'
import { addressOf, type CallName } from '#contract/call-paths.ts'
import type { Input } from '#contract/calls.ts'
import { chanceFrom } from '#demo/chance.ts'
import type { Talked, Talker, Talking } from './talk.ts'

const { url, serverPid, talkers, perSecond, seconds, warmup } = JSON.parse(await text(process.stdin)) as Talking
/** Milliseconds after which a message that is not on the other's page never will be. */
const patience = 10_000
/** Pages that are opened at once. */
const openedAtOnce = 50
/** In so many ticks of the clock a second has gone by, as /proc counts. */
const ticks = 100

const agent = new Agent({ keepAlive: true })

function post<Name extends CallName>(name: Name, token: string, input: Input<Name>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + addressOf(name).url,
      { agent, method: 'POST', headers: { cookie: `sid=${token}`, 'content-type': 'application/json' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${name} answered ${response.statusCode}`))
        response.resume().once('end', resolve)
      },
    )
    sent.once('error', reject)
    sent.end(JSON.stringify(input))
  })
}

/** When each message was sent, by its text, which is nobody else's. */
const sentAt = new Map<string, number>()
const heardAfter = new Map<string, number>()

function hear(talker: Talker, { other_id, messages }: LiveEvents['conversation']): void {
  const now = performance.now()
  const incoming = messages.filter(({ is_own }) => !is_own)
  for (const { text: words } of incoming) {
    const from = sentAt.get(words)
    if (from !== undefined && !heardAfter.has(words)) heardAfter.set(words, now - from)
  }
  // As a page does on which the conversation is open.
  const upTo = Math.max(0, ...incoming.map(({ number }) => number))
  if (upTo > 0) void post('markMessagesRead', talker.token, { other_id, up_to: upTo })
}

/** @returns when the page has been told what there was already. */
function openPage(talker: Talker): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = get(
      `${url}/api/events`,
      { agent: false, headers: { cookie: `sid=${talker.token}` } },
      (response) => {
        let rest = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const events = (rest + chunk).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) {
            const [, name, data] = /^event: (\w+)\n(?:id: .*\n)?data: (.*)$/.exec(event) ?? []
            if (name === 'conversation' && data) hear(talker, JSON.parse(data) as LiveEvents['conversation'])
            if (name === 'chat') resolve()
          }
        })
        response.once('close', () => reject(new Error('a page was closed')))
      },
    )
    stream.once('error', reject)
  })
}

/** Seconds of a processor that a process has had. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticks
}

for (let at = 0; at < talkers.length; at += openedAtOnce)
  await Promise.all(talkers.slice(at, at + openedAtOnce).map(openPage))

const chance = chanceFrom('talkers')
const answered: number[] = []
const measured: string[] = []

async function say(nth: number, isMeasured: boolean): Promise<void> {
  const { token, otherId } = chance.pick(talkers)
  const words = `Ci vediamo alle ${nth}, davanti alla stazione?`
  if (isMeasured) measured.push(words)
  const from = performance.now()
  sentAt.set(words, from)
  await post('sendMessage', token, { other_id: otherId, client_id: randomUUID(), text: words })
  if (isMeasured) answered.push(performance.now() - from)
}

const begun = performance.now()
const [warmUntil, until] = [begun + warmup * 1000, begun + (warmup + seconds) * 1000]
const said: Promise<void>[] = []
let cpu = await cpuOf(serverPid)
for (let nth = 0, isWarm = false; ; nth++) {
  const due = begun + (nth * 1000) / perSecond
  if (due >= until) break
  await wait(Math.max(0, due - performance.now()))
  if (!isWarm && due >= warmUntil) {
    isWarm = true
    cpu = await cpuOf(serverPid)
  }
  said.push(say(nth, isWarm))
}
const spent = (await cpuOf(serverPid)) - cpu
await Promise.all(said)
const ended = performance.now()
const unheard = () => measured.filter((words) => !heardAfter.has(words)).length
while (unheard() > 0 && performance.now() - ended < patience) await wait(50)

const talked: Talked = {
  heard: percentilesOf(measured.flatMap((words) => heardAfter.get(words) ?? [])),
  answered: percentilesOf(answered),
  sent: measured.length,
  unheard: unheard(),
  serverCpu: spent / seconds,
}
process.stdout.write(JSON.stringify(talked), () => process.exit())
