import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { inject } from 'vitest'
import type { Input, Output } from '#contract/calls.ts'
import { addressOf, type CallName } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { createApp } from '#server/app.ts'
import { connect, type Database } from '#server/database/connect.ts'
import { openPictureStore } from '#server/media/media.actions.ts'
import { changeModerator } from '#server/moderation/moderation.actions.ts'
import { readConfig } from '#server/platform/config.ts'
import { type JobQueue, openJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail.ts'
import { hashCheaply } from '#server/platform/passwords.ts'
import { createPush } from '#server/platform/push.ts'
import { copyDatabase } from './copied-database.ts'

hashCheaply()

export type Reply<Name extends CallName> = { status: number; headers: Headers; body: Output<Name> & { error?: string } }

/** Somebody at a browser, signed in or not. */
export type Client = {
  /** Makes a call and returns whatever comes back. */
  call: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Reply<Name>>
  /** Makes a call that is expected to succeed. */
  gets: <Name extends CallName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  /** Any request with this client's cookie. */
  request: (url: string, init?: RequestInit) => Promise<Response>
}

export type Person = Client & {
  id: number
  username: string
  publishes: (text: string, more?: Partial<Input<'createSpot'>>) => Promise<Post>
  /** Follows; a private account accepts at once. */
  follows: (other: Person) => Promise<void>
  blocks: (other: Person) => Promise<void>
  goesPrivate: () => Promise<void>
  goesPublic: () => Promise<void>
  /** The operator makes them a moderator. */
  moderates: () => Promise<void>
}

export type World = {
  url: string
  /** For another server beside this one. */
  databaseUrl: string
  dataDir: string
  db: Database
  /** Stopped, this server leaves its work to others. */
  jobs: JobQueue
  folders: { web: string; media: string }
  visitor: () => Client
  person: (name: string) => Promise<Person>
  /** The id of a shipped place. */
  place: (name: string, town?: string) => Promise<number>
  close: () => Promise<void>
}

export const password = 'una lunga frase segreta'
/** Piazza del Duomo, Milano. */
export const duomo = { lat: 45.46, lon: 9.19 }

/** A small world to test in: the real server on a copy of the real database. Environment variables may differ. */
export async function openWorld(environment: NodeJS.ProcessEnv = {}): Promise<World> {
  const database = await copyDatabase(inject('preparedDatabase'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dintorni-world-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    CHECK_REPLIES: 'on',
    LOG_LEVEL: 'silent',
    ...environment,
  })
  const db = connect(database.url)
  const folders = { web: path.resolve('dist/web'), media: path.join(dataDir, 'media') }
  const pictures = await openPictureStore(folders.media)
  const log = createLog(config.logLevel)
  const jobs = await openJobs(database.url, db, log)
  const app = await createApp({
    config,
    log,
    db,
    databaseUrl: database.url,
    pictures,
    jobs,
    mail: createMail(config),
    push: await createPush(config),
    folders,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const person = async (name: string): Promise<Person> => {
    const client = createClient(url)
    const { user } = await client.gets('register', { username: name, email: `${name}@example.it`, password })
    return {
      ...client,
      id: user.id,
      username: name,
      publishes: async (text, more = {}) => {
        const { post } = await client.gets('createSpot', {
          text,
          location_id: more.location_id ?? (await place('Piazza del Duomo', 'Milano')),
          ...more,
        })
        return post
      },
      follows: async (other) => {
        const { follow_status } = await client.gets('requestFollow', { followed_id: other.id })
        if (follow_status === 'pending')
          await other.gets('respondFollowRequest', { requester_id: user.id, action: 'accept' })
      },
      blocks: async (other) => void (await client.gets('blockUser', { blocked_id: other.id })),
      goesPrivate: () => changeVisibility(client, 'private'),
      goesPublic: () => changeVisibility(client, 'public'),
      moderates: async () => void (await changeModerator(db, user.id, true)),
    }
  }
  const place = async (name: string, town?: string): Promise<number> => {
    const named = db.selectFrom('places').select('id').where('name', '=', name)
    const { id } = await (town ? named.where('town', '=', town) : named).executeTakeFirstOrThrow()
    return id
  }

  return {
    url,
    databaseUrl: database.url,
    dataDir,
    db,
    jobs,
    folders,
    person,
    place,
    visitor: () => createClient(url),
    async close() {
      await app.close()
      await jobs.stop()
      await db.destroy()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function changeVisibility(client: Client, profile_visibility: 'public' | 'private'): Promise<void> {
  const { settings } = await client.gets('getUserSettings', {})
  await client.gets('updateUserSettings', { ...settings, profile_visibility })
}

function createClient(url: string): Client {
  let cookie = ''
  const request: Client['request'] = async (path, init = {}) => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
      redirect: 'manual',
    })
    for (const set of response.headers.getSetCookie()) cookie = set.split(';')[0] ?? ''
    return response
  }
  const call: Client['call'] = async (name, input) => {
    const { method, url: path } = addressOf(name)
    const query = new URLSearchParams(
      Object.entries(input)
        .filter(([, value]) => value != null)
        .map(([field, value]) => [field, String(value)]),
    )
    const response =
      method === 'GET'
        ? await request(`${path}?${query}`)
        : await request(path, { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } })
    return { status: response.status, headers: response.headers, body: (await response.json()) as never }
  }
  const gets: Client['gets'] = async (name, input) => {
    const { status, body } = await call(name, input)
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body.error}`)
    return body
  }
  return { call, gets, request }
}

/** A photograph of one colour as data URL. */
export async function photo(
  width = 800,
  height = 600,
  format: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg',
): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#c8553d' } })
    .toFormat(format)
    .toBuffer()
  return `data:image/${format};base64,${bytes.toString('base64')}`
}
