import { beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { liftSuspension, suspendAccount } from '#server/moderation/moderation.actions.ts'
import { createNoisyPhoto, createPhoto } from '#server/testing/fixtures/photos.ts'
import { useNewUsers, useTestApp, useUsers } from '#server/testing/fixtures/test-app.ts'

// What a link to a page looks like where somebody pastes it. Those who preview it have no session.

const origin = 'https://dintorni.example'
const app = useTestApp({ PUBLIC_URL: origin })
const [anna, bruno] = useUsers(app, 'anna', 'bruno')

const crawlers = {
  WhatsApp: 'WhatsApp/2.23.20.0',
  Telegram: 'TelegramBot (like TwitterBot)',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  Mastodon: 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot',
}

async function readPage(path: string, userAgent = crawlers.WhatsApp) {
  const response = await app.createVisitor().request(path, { headers: { 'user-agent': userAgent } })
  const html = await response.text()
  const properties = Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)].map(
      ([, name, content]) => [name!, content!],
    ),
  )
  const oembed = html.match(/<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/)?.[1]
  return { status: response.status, headers: response.headers, html, properties, oembed }
}

const fetchImage = (url: string | undefined) => app.createVisitor().request(url!.slice(origin.length))

describe('The link of a public post', () => {
  let path: string
  beforeAll(async () => {
    const { id } = await anna.createPost('Ciao "a <tutti>" &\n\n da qui', {
      image: await createPhoto(1280, 960),
      image_alt: 'Il "Duomo"',
    })
    path = `/post/${id}`
  })

  test.each(Object.entries(crawlers))('shows picture, place and first words in %s', async (_name, userAgent) => {
    const { status, headers, html, properties } = await readPage(`${path}?utm_source=x`, userAgent)
    expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expect(properties).toEqual({
      'og:site_name': 'Dintorni',
      'og:locale': 'it_IT',
      'og:type': 'article',
      'og:title': 'anna · Piazza del Duomo · Milano (MI)',
      'og:description': 'Ciao &quot;a &lt;tutti&gt;&quot; &amp; da qui',
      'og:url': `${origin}${path}`,
      'og:image': expect.stringMatching(/^https:\/\/dintorni\.example\/media\/preview\/[\w-]{24}\.jpg$/),
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '900',
      'og:image:alt': 'Il &quot;Duomo&quot;',
      'twitter:card': 'summary_large_image',
    })
    expect(Buffer.byteLength(html.slice(0, html.indexOf('json+oembed')))).toBeLessThan(8192)
    expect(html).not.toMatch(/45\.\d|9\.1\d/)
  })

  test('has a picture that is a JPEG of the size that is said, and at most 300 kB', async () => {
    const { id } = await anna.createPost('Rumore', { image: await createNoisyPhoto(1280, 1280) })
    for (const page of [path, `/post/${id}`]) {
      const { properties } = await readPage(page)
      const response = await fetchImage(properties['og:image'])
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBeLessThanOrEqual(300_000)
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect([format, width, height, exif]).toEqual([
        'jpeg',
        Number(properties['og:image:width']),
        Number(properties['og:image:height']),
        undefined,
      ])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=120',
        'cross-origin-resource-policy': 'cross-origin',
      })
      const again = await app.createVisitor().request(properties['og:image']!.slice(origin.length), {
        headers: { 'if-none-match': response.headers.get('etag')! },
      })
      expect(again.status).toBe(304)
    }
  })

  test('is the same as oEmbed, of a size that is asked for', async () => {
    const { oembed, properties } = await readPage(path)
    const response = await fetchImage(oembed!.replaceAll('&amp;', '&'))
    const preview = {
      version: '1.0',
      type: 'link',
      title: 'anna · Piazza del Duomo · Milano (MI): Ciao "a <tutti>" & da qui',
      author_name: 'anna',
      author_url: `${origin}/profile/${anna.id}`,
      provider_name: 'Dintorni',
      provider_url: origin,
    }
    const thumbnail = { thumbnail_url: properties['og:image'], thumbnail_width: 1200, thumbnail_height: 900 }
    expect(await response.json()).toEqual({ ...preview, ...thumbnail })
    const smaller = { url: `${origin}${path}`, format: 'json', maxwidth: 1199 } as const
    expect((await app.createVisitor().call('getOembed', smaller)).body).toEqual(preview)
    for (const url of [`https://altrove.example${path}`, `${origin}/feed`, path, ''])
      expect((await app.createVisitor().call('getOembed', { url })).status).toBe(404)
  })

  test('has a drawing where there is no picture', async () => {
    const { id } = await anna.createPost('parola '.repeat(60))
    const { properties } = await readPage(`/comments/${id}`)
    expect(properties).toMatchObject({
      'og:url': `${origin}/post/${id}`,
      'og:description': `${'parola '.repeat(28).trim()}…`,
      'og:image': `${origin}/preview.jpg`,
      'twitter:card': 'summary',
    })
    const drawing = await fetchImage(properties['og:image'])
    const { width, height } = await sharp(Buffer.from(await drawing.arrayBuffer())).metadata()
    expect([`${width}`, `${height}`]).toEqual([properties['og:image:width'], properties['og:image:height']])
  })
})

test('The links of a place and of a profile show what they are, with their newest picture', async () => {
  await anna.callOk('updateProfile', { bio: 'Passeggio.\nSpesso.', profile_pic: await createPhoto(300, 300) })
  const location_id = await app.findPlaceId('Colosseo')
  const drawn = await readPage(`/location/${location_id}`)
  expect(drawn.properties).toMatchObject({ 'og:title': 'Colosseo · Roma (RM)', 'og:image': `${origin}/preview.jpg` })
  await anna.createPost('Qui', { location_id, image: await createPhoto(600, 800) })
  await anna.createPost('Per pochi', { location_id, privacy: 'followers', image: await createPhoto(640, 480) })
  expect((await readPage(`/location/${location_id}`)).properties).toMatchObject({
    'og:image:width': '600',
    'og:image:height': '800',
  })
  expect((await readPage(`/profile/${anna.id}`)).properties).toMatchObject({
    'og:type': 'profile',
    'og:title': 'anna',
    'og:description': 'Passeggio. Spesso.',
    'og:image:width': '300',
  })
})

test('The link of a profile shows the name of somebody who has one', async () => {
  const ada = await app.createUser('ada')
  await ada.callOk('updateProfile', { display_name: 'Ada <b>Bi</b>' })
  expect((await readPage(`/profile/${ada.id}`)).properties).toMatchObject({
    'og:title': 'Ada &lt;b&gt;Bi&lt;/b&gt; (@ada)',
    'og:description': 'I post di ada.',
  })
})

test('A signed-in page has no preview, and other pages have none', async () => {
  const { id } = await anna.createPost('Ciao')
  const page = await anna.request(`/post/${id}`)
  expect(await page.text()).not.toContain('og:')
  for (const path of ['/feed', '/login', '/profile', '/', '/terms', `/likes/${id}`])
    expect((await readPage(path)).properties).toEqual({})
})

describe('What not everybody may see', () => {
  const [author] = useNewUsers(app, 'autrice')

  const hiding: Record<string, (postId: number) => Promise<unknown>> = {
    'a post for followers': (post_id) => author.callOk('editPost', { post_id, text: 'Ciao', privacy: 'followers' }),
    'a deleted post': (post_id) => author.callOk('deletePost', { post_id }),
    'a post of a private account': () => author.makePrivate(),
    'a post of a suspended account': () => suspendAccount(app.db, { actorId: null, userId: author.id, note: '' }),
    'a post that a moderator has removed': async (target_id) => {
      await bruno.makeModerator()
      await anna.callOk('report', { target_type: 'post', target_id, reason: 'spam', text: '' })
      await bruno.callOk('resolveReport', { target_type: 'post', target_id, action: 'remove', note: '' })
    },
  }

  test.each(Object.entries(hiding))('%s answers like one that does not exist', async (_name, hide) => {
    const { id } = await author.createPost('Segreto', { image: await createPhoto() })
    const path = `/post/${id}`
    const shown = await readPage(path)
    const image = shown.properties['og:image']
    expect((await fetchImage(image)).status).toBe(200)
    await hide(id)
    const hidden = await readPage(path)
    const missing = await readPage('/post/999999999')
    expect(hidden.html).toBe(missing.html)
    expect(hidden.html).not.toContain('og:')
    const headersOf = ({ headers }: typeof hidden) =>
      [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
    expect(headersOf(hidden)).toEqual(headersOf(missing))
    const oembed = async (url: string) => await app.createVisitor().call('getOembed', { url: origin + url })
    expect(await oembed(path)).toEqual(await oembed('/post/999999999'))
    expect((await fetchImage(image)).status).toBe(404)
    if (_name.includes('account')) {
      expect((await readPage(`/profile/${author.id}`)).html).toBe((await readPage('/profile/999999999')).html)
      expect((await app.createVisitor().call('getProfile', { user_id: author.id })).status).toBe(404)
    }
    await liftSuspension(app.db, { actorId: null, userId: author.id, note: '' })
  })
})
