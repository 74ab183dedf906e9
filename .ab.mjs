// node /tmp/ab.mjs feed|comment|like [pairs] [seconds] [posts]: two servers of two trees, the same database, in turn.
import { mkdtemp, rm } from 'node:fs/promises'
import pg from 'pg'
const [what = 'feed', pairs = '7', seconds = '4', posts = '10000', connections = '32'] = process.argv.slice(2)
const { openBenchDataset } = await import('/work/wt/social/bench/open-world.ts')
const { load, request } = await import('/work/wt/social/bench/load/load.ts')
const { firstPages, deepPages, written } = await import('/work/wt/social/bench/feed.ts')
const mine = (await import('/work/wt/social/server/testing/harness/server-process.ts')).startServer
const base = (await import('/tmp/social-base/server/testing/harness/server-process.ts')).startServer
const world = await openBenchDataset(Number(posts), { copied: true })
if (what === 'make') { await world.close(); process.exit(0) }
const env = async () => ({ DATABASE_URL: world.databaseUrl, DATA_DIR: await mkdtemp('/tmp/social-bench-'), CHECK_REPLIES: 'off', LOG_LEVEL: 'info', NODE_ENV: 'production' })
const servers = { base: await base(await env()), mine: await mine(await env()) }
let sets = {}
if (what === 'feed') {
  for (const where of ['centre', 'towns', 'crowd']) sets[`${where} first`] = firstPages(world, where).map(written)
  sets['crowd deep'] = (await deepPages({ ...world, url: servers.base.url }, 'crowd')).map(written)
} else {
  const c = new pg.Client({ connectionString: world.databaseUrl }); await c.connect()
  const { rows } = await c.query(`SELECT m.viewer, m.id AS post FROM (SELECT p.*, 1 + row_number() OVER (ORDER BY p.id DESC) AS viewer FROM posts p JOIN users u ON u.id = p.author_id WHERE NOT p.followers_only AND NOT u.is_private ORDER BY p.id DESC LIMIT 4000) m WHERE NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((m.viewer, m.author_id), (m.author_id, m.viewer)))`)
  await c.end()
  const token = (id) => world.people[id - 1]?.token ?? ''
  const path = what === 'like' ? '/api/posts/like_post.php' : (await import('/work/wt/social/contract/call-paths.ts')).addressOf('addComment').url
  const meet = (list) => list.map(({ viewer, post }) => request(path, { token: token(Number(viewer)), method: 'POST', body: JSON.stringify(what === 'like' ? { post_id: Number(post) } : { post_id: Number(post), text: 'Ci passo domani apposta.' }) }))
  sets[`${what} many posts`] = meet(rows)
  const hot = rows.slice(0, 5)
  sets[`${what} 5 hot posts`] = meet(rows.map((r, i) => ({ viewer: r.viewer, post: hot[i % 5].post })).filter((r) => r.viewer > 10))
}
const median = (l) => l.toSorted((a, b) => a - b)[Math.floor(l.length / 2)]
const cpu = async (pid) => { const s = (await (await import('node:fs/promises')).readFile(`/proc/${pid}/stat`, 'utf8')).split(' '); return (Number(s[13]) + Number(s[14])) * 10 }
try {
  for (const [name, requests] of Object.entries(sets)) {
    const got = { base: [], mine: [] }, ms = { base: [], mine: [] }
    for (let pair = 0; pair < Number(pairs); pair++)
      for (const who of pair % 2 ? ['mine', 'base'] : ['base', 'mine']) {
        const c0 = await cpu(servers[who].pid)
        const seen = await load(servers[who].url, { connections: Number(connections), seconds: Number(seconds), requests })
        got[who].push(seen.perSecond); ms[who].push((await cpu(servers[who].pid) - c0) / seen.asked)
      }
    const ratios = got.mine.map((m, i) => m / got.base[i])
    console.log(name.padEnd(20), `base ${median(got.base).toFixed(0)}/s  mine ${median(got.mine).toFixed(0)}/s  ratio median ${median(ratios).toFixed(3)} [${ratios.map((r) => r.toFixed(2)).join(' ')}]  cpu ms/req base ${median(ms.base).toFixed(3)} mine ${median(ms.mine).toFixed(3)}`)
  }
} finally { for (const s of Object.values(servers)) await s.stop(); await world.close() }
