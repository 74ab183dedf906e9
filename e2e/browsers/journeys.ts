import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import { filmVideo } from '#server/testing/fixtures/ffmpeg.ts'
import { createPhoto } from '#server/testing/fixtures/photos.ts'
import { type TestUser, useNewUsers, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { videoDataUrl } from '#server/testing/fixtures/videos.ts'
import type { Browser, Tab } from './browser.ts'
import { type Gate, openGate } from './gate.ts'
import { type Person, personAt, signInAt } from './person.ts'

const startTimeoutMs = 120_000

async function makePhotos(folder: string): Promise<string[]> {
  const colours = ['#c8553d', '#3d8cc8']
  return Promise.all(
    colours.map(async (background, index) => {
      const file = path.join(folder, `foto-${index}.jpg`)
      await writeFile(
        file,
        await sharp({ create: { width: 800, height: 600, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      )
      return file
    }),
  )
}

async function choosePlace(person: Person): Promise<void> {
  const isOpen = () => document.querySelector('[role=dialog]') !== null
  const waitUntilOpen = (expected: boolean) =>
    expect.poll(() => person.run(isOpen, null), { timeout: startTimeoutMs }).toBe(expected)
  await person.press('Dove sei?')
  // The page suggests this place as well.
  await waitUntilOpen(true)
  await person.press('Piazza del Duomo')
  await waitUntilOpen(false)
}

/** Chooses photos, and waits until they are shown. */
async function choosePhotos(person: Person, files: string[]): Promise<void> {
  await person.choose(files)
  const countShown = () => document.querySelectorAll('img[src^="data:"], img[src^="blob:"]').length
  await expect
    .poll(() => person.run(countShown, null), { timeout: startTimeoutMs })
    .toBeGreaterThanOrEqual(files.length)
}

/** Chooses a video, and waits until it is prepared. */
async function chooseVideo(person: Person, file: string): Promise<void> {
  await person.choose([file])
  await person.press('Usa il video')
  const isOpen = () => document.querySelector('[role=dialog]') !== null
  await expect.poll(() => person.run(isOpen, null), { timeout: startTimeoutMs }).toBe(false)
}

const waitUntilPlayed = (person: Person) =>
  expect
    .poll(() => person.run(() => document.querySelector('video')?.currentTime, null), { timeout: startTimeoutMs })
    .toBeGreaterThan(0)

/** Presses play: these browsers want no motion, so nothing plays by itself. */
async function playVideo(person: Person): Promise<void> {
  await person.press('Guarda il video')
  await waitUntilPlayed(person)
}

/** The journeys that every engine must be able to make. */
export function describeJourneys(start: () => Promise<Browser>): void {
  const app = useTestApp()
  const [anna, bruno] = useNewUsers(app, 'anna', 'bruno')
  let browser: Browser
  let gate: Gate
  let folder: string
  let photos: string[]
  let video: string
  const tabs: Tab[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-browsers-'))
    photos = await makePhotos(folder)
    // Upright, and larger than what is published.
    video = await filmVideo(folder, { name: 'ripresa.mp4', size: '1080x1920' })
    browser = await start()
  }, startTimeoutMs)
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    gate = await openGate(app.url)
    for (const user of [anna, bruno]) await user.callOk('completeOnboarding', {})
  })
  afterEach(async () => {
    for (const tab of tabs.splice(0)) await tab.close()
    await gate.close()
  })

  async function openTab(): Promise<Person> {
    const tab = await browser.openTab()
    tabs.push(tab)
    return personAt(tab, gate.url)
  }
  /** Opens a page as a user, in a window of their own. */
  async function openAs(user: TestUser, page: string): Promise<Person> {
    const person = await openTab()
    await signInAt(person, user.username)
    await person.open(page)
    return person
  }

  /** Opens the form of a story as Anna, and chooses its place. */
  async function startStory(): Promise<Person> {
    const person = await openAs(anna, '/new-spot?story')
    // The form of a post asks for a place as well.
    await person.sees('che sparisce dopo 24 ore.')
    await choosePlace(person)
    return person
  }

  test('A person signs in with the form', async () => {
    const person = await openTab()
    await person.open('/login')
    await person.write('Email', emailOf(anna.username))
    await person.write('Password', password)
    await person.press('Accedi')
    await person.isAt('/required-location')
  })

  test('A person registers, chooses a town and reaches the feed', async () => {
    const person = await openTab()
    await person.open('/register')
    const username = `nuova.${anna.username}`
    await person.write('Username', username)
    await person.write('Email', emailOf(username))
    await person.write('Password', password)
    await person.press('Registrati')
    await person.sees(`Ciao, ${username}`)
    await person.press('Scegli una città')
    await person.press('Milano')
    for (let step = 2; step <= 6; step++) {
      await person.press('Avanti')
      await expect.poll(() => person.run(() => document.title, null)).toContain(`Passo ${step} di 6`)
    }
    await person.press('Inizia')
    await person.isAt('/feed')
  })

  test('Back from a post leads to the same place of the feed', async () => {
    for (let number = 1; number <= 8; number++)
      await (number % 2 ? anna : bruno).createPost(`${anna.username} racconta ${number}`)
    const person = await openAs(anna, '/feed')
    await person.sees(`${anna.username} racconta 8`)
    const topOf = (text: string) =>
      [...document.querySelectorAll('article')]
        .find((article) => article.textContent?.includes(text))
        ?.getBoundingClientRect().top ?? Number.NaN
    const text = `${anna.username} racconta 5`
    await person.sees(text)
    await person.run((wanted) => {
      const card = [...document.querySelectorAll('article')].find((article) => article.textContent?.includes(wanted))
      card?.scrollIntoView({ block: 'center' })
    }, text)
    const before = await person.run(topOf, text)
    const openComments = (wanted: string) => {
      const card = [...document.querySelectorAll('article')].find((article) => article.textContent?.includes(wanted))
      card?.querySelector<HTMLElement>('a[href^="/comments/"]')?.click()
      return location.pathname.startsWith('/comments/')
    }
    await expect.poll(() => person.run(openComments, text), { timeout: startTimeoutMs }).toBe(true)
    await person.back()
    await person.isAt('/feed')
    await expect.poll(() => person.run(topOf, text), { timeout: startTimeoutMs }).toBeCloseTo(before, -1)
  })

  test('A like pressed three times is one like', async () => {
    const post = await bruno.createPost('Mi piace?')
    const person = await openAs(anna, `/post/${post.id}`)
    for (let press = 1; press <= 3; press++) await person.press('Mi piace')
    const countLikes = async () => (await anna.callOk('getPost', { post_id: post.id })).post.likes_count
    await expect.poll(countLikes, { timeout: startTimeoutMs }).toBe(1)
    await person.sees('1')
  })

  test('A post with two photos is published, and both load', async () => {
    const person = await openAs(anna, '/new-spot')
    await choosePlace(person)
    await person.write('Testo del post', `Due foto di ${anna.username}`)
    await choosePhotos(person, photos)
    await person.press('Pubblica')
    await person.isAt('/feed')
    const countLoaded = (text: string) =>
      [...document.querySelectorAll('article')]
        .filter((article) => article.textContent?.includes(text))
        .flatMap((article) => [...article.querySelectorAll('img[src^="/media/"]')])
        .filter((image) => (image as HTMLImageElement).naturalWidth > 100).length
    await expect
      .poll(() => person.run(countLoaded, `Due foto di ${anna.username}`), { timeout: startTimeoutMs })
      .toBeGreaterThanOrEqual(1)
    const { posts } = await anna.callOk('getFeed', { lat: 45.46, lon: 9.19 })
    expect(posts.find(({ text }) => text === `Due foto di ${anna.username}`)?.more_images).toHaveLength(1)
  })

  test('A video of a phone is made smaller, published, and plays', async () => {
    const person = await openAs(anna, '/new-spot')
    await choosePlace(person)
    const text = `Un video di ${anna.username}`
    await person.write('Testo del post', text)
    await chooseVideo(person, video)
    await person.press('Pubblica')
    await person.isAt('/feed')
    const find = async () =>
      (await anna.callOk('getFeed', { lat: 45.46, lon: 9.19 })).posts.find((post) => post.text === text)
    await expect.poll(find, { timeout: startTimeoutMs }).toMatchObject({ video_url: expect.any(String) })
    await person.open('/feed')
    await playVideo(person)
    await person.open(`/post/${(await find())?.id}`)
    const readSeconds = () => Math.round(document.querySelector('video')?.duration ?? 0)
    await expect.poll(() => person.run(readSeconds, null), { timeout: startTimeoutMs }).toBe(2)
  })

  test('Of the videos of a list one that is in view plays by itself, without sound', async () => {
    const file = await filmVideo(folder, { name: 'largo.mp4', size: '640x360' })
    const upload = { video: videoDataUrl(await readFile(file)), image: await createPhoto(640, 360) }
    for (const text of ['Primo', 'Secondo', 'Terzo', 'Quarto']) {
      const { picture_id } = await anna.callOk('uploadVideo', upload)
      await anna.createPost(text, { picture_ids: String(picture_id) })
    }
    const person = await openAs(bruno, `/profile/${anna.id}`)
    await person.sees('Primo')
    // These browsers want no motion.
    await person.run(() => void (window.matchMedia = () => ({ matches: false }) as MediaQueryList), null)
    const scrollTo = (at: number) => document.querySelectorAll('video')[at]?.scrollIntoView({ block: 'center' })
    const playing = () =>
      [...document.querySelectorAll('video')]
        .filter(({ paused }) => !paused)
        .map((element) => {
          const { top, bottom } = element.getBoundingClientRect()
          return { isMuted: element.muted, isInView: bottom > 0 && top < window.innerHeight }
        })
    for (const at of [0, 3, 0]) {
      await person.run(scrollTo, at)
      const expected = [{ isMuted: true, isInView: true }]
      await expect.poll(() => person.run(playing, null), { timeout: startTimeoutMs }).toEqual(expected)
    }
  })

  test('A video of a phone is a story, which plays', async () => {
    const person = await startStory()
    await chooseVideo(person, video)
    await person.press('Pubblica la storia')
    await person.sees('Storia pubblicata')
    const other = await openAs(bruno, `/profile/${anna.id}`)
    await other.press(`Storie di ${anna.username}`)
    await playVideo(other)
  })

  test('A video of a phone is sent in a message, and plays over the whole screen', async () => {
    await anna.callOk('sendMessage', { other_id: bruno.id, client_id: crypto.randomUUID(), text: 'Ciao!' })
    await bruno.callOk('answerMessageRequest', { other_id: anna.id, action: 'accept' })
    const person = await openAs(anna, `/chat/${bruno.id}`)
    await person.sees('Ciao!')
    await chooseVideo(person, video)
    await person.write('Descrizione del video', 'La ripresa')
    await person.press('Invia il messaggio')
    const other = await openAs(bruno, `/chat/${anna.id}`)
    await other.press('La ripresa: riproduci')
    await waitUntilPlayed(other)
  })

  test('A story is published and opens, and Back closes it', async () => {
    const person = await startStory()
    await choosePhotos(person, photos.slice(0, 1))
    await person.press('Pubblica la storia')
    await person.sees('Storia pubblicata')
    await person.press('Guarda la tua storia')
    const countDialogs = () => document.querySelectorAll('[role=dialog]').length
    await expect.poll(() => person.run(countDialogs, null), { timeout: startTimeoutMs }).toBe(1)
    await person.back()
    await expect.poll(() => person.run(countDialogs, null), { timeout: startTimeoutMs }).toBe(0)
    await person.isAt('/feed')
  })

  test('A comment of three lines is seen whole while it is written, and sent', async () => {
    const post = await bruno.createPost('Che ne dite?')
    const person = await openAs(anna, `/comments/${post.id}`)
    const words =
      'Una frase lunga, che su un telefono sta in tre righe e che chi la scrive rilegge intera prima di mandarla'
    await person.write('Scrivi un commento...', words)
    const hiddenPx = () => {
      const field = document.querySelector('textarea')
      return field ? field.scrollHeight - field.clientHeight : Number.NaN
    }
    expect(await person.run(hiddenPx, null)).toBeLessThanOrEqual(1)
    expect(await person.run(() => document.querySelector('textarea')?.clientHeight ?? 0, null)).toBeGreaterThan(60)
    await person.press('Invia il commento')
    const readComments = async () =>
      (await anna.callOk('getComments', { post_id: post.id })).comments.map(({ text }) => text)
    await expect.poll(readComments, { timeout: startTimeoutMs }).toEqual([words])
  })

  test('A request for Spotted arrives in the other window, and its confirmation in the first', async () => {
    const post = await anna.createPost('Cappello giallo')
    const other = await openAs(bruno, `/post/${post.id}`)
    await other.press('Spotted')
    await other.press('Sono io')
    await other.sees('In attesa')
    const author = await openAs(anna, `/spotted-requests/${post.id}`)
    await author.press(`Sì, eri tu ${bruno.username}`)
    await author.press('Conferma')
    const readCount = async () => (await anna.callOk('getPost', { post_id: post.id })).post.spotted_count
    await expect.poll(readCount, { timeout: startTimeoutMs }).toBe(1)
    await other.seesNot('In attesa')
  })

  test('Messages appear in both windows as they are written', async () => {
    await bruno.callOk('sendMessage', { other_id: anna.id, client_id: crypto.randomUUID(), text: 'Ciao!' })
    await anna.callOk('answerMessageRequest', { other_id: bruno.id, action: 'accept' })
    const one = await openAs(anna, `/chat/${bruno.id}`)
    const other = await openAs(bruno, `/chat/${anna.id}`)
    await one.sees('Ciao!')
    for (const [writer, reader, text] of [
      [one, other, 'Dove sei?'],
      [other, one, 'Sotto l’orologio'],
    ] as const) {
      await writer.write('Messaggio', text)
      await writer.press('Invia il messaggio')
      await reader.sees(text)
    }
  })

  test('The map, or its list where nothing can draw, shows the places in view', async () => {
    const person = await openAs(anna, '/map#12/45.464/9.19/week')
    await person.sees('In questa zona')
  })

  test('Without a network the last feed opens again', async () => {
    await anna.createPost(`Resto qui, ${anna.username}`)
    const person = await openAs(anna, '/feed')
    await person.sees(`Resto qui, ${anna.username}`)
    const isReady = async (text: string) => {
      const stored = await (await caches.match('/', { cacheName: 'last-feed' }))?.text()
      return navigator.serviceWorker.controller !== null && (stored?.includes(text) ?? false)
    }
    await expect.poll(() => person.run(isReady, `Resto qui, ${anna.username}`), { timeout: startTimeoutMs }).toBe(true)
    gate.refuse(() => true)
    await person.reload()
    await person.sees(`Resto qui, ${anna.username}`)
  })

  test('Back closes a sheet and stays on the page', async () => {
    const post = await anna.createPost('Un foglio')
    const person = await openAs(anna, `/post/${post.id}`)
    await person.press('Opzioni del post')
    await person.sees('Modifica')
    await person.back()
    await person.seesNot('Modifica')
    await person.isAt(`/post/${post.id}`)
  })

  test('A person whose storage was cleared is still signed in', async () => {
    const person = await openAs(anna, '/settings/notifications')
    await person.sees('Notifiche Spotted')
    for (const [page, text] of [
      ['/chat', 'Messaggi'],
      ['/settings/notifications', 'Notifiche Spotted'],
      ['/feed', 'Vicino'],
    ] as const) {
      await person.run(() => localStorage.clear(), null)
      await person.open(page)
      await person.sees(text)
      await person.isAt(page)
    }
  })

  test('A menu whose code was refused once opens when it is pressed again', async () => {
    await bruno.createPost('Con un menu')
    const person = await openAs(anna, '/feed')
    await person.sees('Con un menu')
    gate.refuse((url) => /\/assets\/(PostOptions|SheetBody)/.test(url))
    await person.press('Opzioni del post')
    await person.sees('Errore di rete, riprova più tardi.')
    gate.open()
    const isOpen = () => document.querySelector('[role=dialog]') !== null
    const pressUntilOpen = async () => {
      if (await person.run(isOpen, null)) return true
      return person.tryPress('Opzioni del post').then(() => false)
    }
    // Firefox reloads the page meanwhile.
    await expect.poll(() => pressUntilOpen().catch(() => false), { timeout: startTimeoutMs }).toBe(true)
  })
}
