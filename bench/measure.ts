import { Agent, get } from 'node:http'

type Load = { cookie: string; connections: number; requests: number }

const once = (url: string, agent: Agent, cookie: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', resolve)
    }).once('error', reject)
  })

/** Requests one address from so many connections at once, after a warm-up of a tenth. @returns one line: p50, p99 in ms, requests/s. */
export async function measure(url: string, { cookie, connections, requests }: Load): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const lane = async (count: number, kept: number[] | null) => {
    for (let at = 0; at < count; at++) {
      const from = performance.now()
      await once(url, agent, cookie)
      kept?.push(performance.now() - from)
    }
  }
  const lanes = (count: number, kept: number[] | null) => Promise.all(Array.from({ length: connections }, () => lane(count / connections, kept)))
  await lanes(requests / 10, null)
  const from = performance.now()
  await lanes(requests, times)
  const seconds = (performance.now() - from) / 1000
  agent.destroy()
  return `${percentiles(times)}  ${Math.round(times.length / seconds)} requests/s`
}

/** @param times milliseconds. */
export function percentiles(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  return `p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`
}
