import { chromium } from '@playwright/test'
const base = 'http://127.0.0.1:3321', out = '/tmp/h4/spotted/shots/'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const post = async (ctx, path, data) => { const r = await ctx.request.post(`${base}/api/${path}.php`, { data }); const j = await r.json(); if (!r.ok()) console.log(path, r.status(), j); return j }
const get = async (ctx, path, params) => (await ctx.request.get(`${base}/api/${path}.php`, { params })).json()
async function person(email, password, opts) {
  const ctx = await browser.newContext({ baseURL: base, locale: 'it-IT', deviceScaleFactor: 2, ...opts })
  const { user } = await post(ctx, 'auth/login', { email, password })
  const page = await ctx.newPage()
  await page.goto(base + '/livez')
  await page.evaluate((u) => { localStorage.setItem('user', JSON.stringify(u)); localStorage.setItem('latitude', '45.4642'); localStorage.setItem('longitude', '9.19') }, user)
  return { ctx, page, user }
}
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }
for (const [size, viewport] of Object.entries(sizes)) for (const colorScheme of ['light', 'dark']) {
  const g = await person('giulia.romani@demo.example', 'dintorni-5bc97497', { viewport, colorScheme })
  const shot = (n) => g.page.screenshot({ path: `${out}${n}-${size}-${colorScheme}.png` })
  await g.page.goto('/feed'); await g.page.waitForSelector('article')
  const { posts } = await get(g.ctx, 'feed/get_feed', { lat: 45.46, lon: 9.19, limit: 40 })
  const others = posts.filter((p) => p.user_id !== g.user.id && !p.user_spotted_status)
  await g.page.waitForTimeout(600); await shot('feed')
  const card = g.page.locator('article').filter({ has: g.page.getByRole('button', { name: /^Spotted/ }) }).first()
  await card.getByRole('button', { name: /^Spotted/ }).click()
  await g.page.waitForTimeout(1200); await shot('dialog')
  await g.page.getByRole('button', { name: 'Sono io' }).click()
  await g.page.waitForTimeout(250); await shot('asked-anim'); await g.page.waitForTimeout(900)
  await g.page.locator('article').filter({ has: g.page.getByRole('button', { name: /^Richiesta/ }) }).first().scrollIntoViewIfNeeded(); await shot('asked')
  await g.page.getByRole('button', { name: /^Richiesta/ }).first().click(); await g.page.waitForTimeout(600)
  const confirmed = posts.find((p) => p.user_spotted_status === 'confirmed'); console.log(size, colorScheme, 'confirmed', confirmed?.id, posts.map((p) => p.user_spotted_status).join())
  // own post with requests
  const own = await post(g.ctx, 'posts/create_spot', { text: 'Maglione verde, terza fila: mi hai prestato la penna.', location_id: posts[0].location_id })
  const id = own.post?.id
  for (const [i, n] of ['giuseppina.della.vallombrosa.1', 'al', 'marta_' + size, 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW'].entries()) {
    const c = await browser.newContext({ baseURL: base })
    const email = `${n}@x.it`.toLowerCase()
    const r = await c.request.post(`${base}/api/auth/register.php`, { data: { username: n, email, password: 'una lunga frase segreta' } })
    if (!r.ok()) await c.request.post(`${base}/api/auth/login.php`, { data: { email, password: 'una lunga frase segreta' } })
    await post(c, 'spotted/request_spotted', { post_id: id, action: 'request' })
    if (i === 1) { const { requests } = await get(g.ctx, 'spotted/get_spotted_requests', { post_id: id }); await post(g.ctx, 'spotted/update_spotted_request_status', { request_id: requests[0].request_id, status: 'confirmed' }) }
    await c.close()
  }
  await g.page.goto(`/spotted-requests/${id}`); await g.page.waitForSelector('li a'); await g.page.waitForTimeout(700); await shot('requests')
  await g.page.getByRole('button', { name: /^Conferma / }).first().click(); await g.page.waitForTimeout(600); await shot('question')
  await g.page.route('**/update_spotted*', (r) => r.abort())
  await g.page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click(); await g.page.waitForTimeout(900); await shot('alert')
  await g.page.unroute('**/update_spotted*')
  await g.page.goto(`/spotted-requests/${others[0].id}`); await g.page.waitForTimeout(900); await shot('nonowner')
  const lonely = await post(g.ctx, 'posts/create_spot', { text: 'Nessuno?', location_id: posts[0].location_id })
  await g.page.goto(`/spotted-requests/${lonely.post.id}`); await g.page.waitForTimeout(900); await shot('empty')
  const c = await browser.newContext({ baseURL: base, viewport, colorScheme, deviceScaleFactor: 2 }); const v = await c.newPage()
  await v.goto(`/spotted-requests/${id}`); await v.waitForTimeout(1200); await v.screenshot({ path: `${out}visitor-${size}-${colorScheme}.png` })
  await v.goto(`/spotted-requests/999999999`); await v.waitForTimeout(800); await v.screenshot({ path: `${out}gone-${size}-${colorScheme}.png` })
  await post(g.ctx, 'posts/delete_post', { post_id: lonely.post.id }); 
  await g.page.goto('/profile'); await g.page.waitForSelector('article'); await g.page.waitForTimeout(500); await g.page.locator('article').first().scrollIntoViewIfNeeded(); await shot('own-card')
  if (confirmed || true) { const sp = await get(g.ctx, 'user/get_spotted_posts', { user_id: g.user.id }); if (sp.spotted_posts?.[0]) { await g.page.goto(`/spotted/${g.user.id}`); await g.page.waitForSelector('article'); await g.page.waitForTimeout(500); await shot('confirmed-card'); await g.page.getByRole('button', { name: /^Spotted/ }).first().click(); await g.page.waitForTimeout(700); await shot('withdraw-dialog') } }
  await post(g.ctx, 'posts/delete_post', { post_id: id })
  await g.ctx.close(); await c.close()
}
await browser.close()
