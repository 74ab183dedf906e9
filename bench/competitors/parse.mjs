// Parse Server on PostgreSQL with a Cloud Code function, as its guide recommends.
import http from 'node:http'
import express from 'express'
import { ParseServer } from 'parse-server'

const url = new URL(process.env.DATABASE_URL)
const text = { type: 'String' }
const number = { type: 'Number' }
const pointer = (targetClass) => ({ type: 'Pointer', targetClass })
const definition = (className, fields) => ({
  className,
  fields,
  classLevelPermissions: { find: {}, get: {}, create: {}, update: {}, delete: {} },
})

const definitions = [
  definition('Author', { username: text, picture: text, isPrivate: { type: 'Boolean' } }),
  definition('Place', { name: text, town: text }),
  definition('Post', {
    at: { type: 'GeoPoint' },
    author: pointer('Author'),
    place: pointer('Place'),
    text,
    picture: text,
    pictureWidth: number,
    pictureHeight: number,
    thumbhash: text,
    hidden: { type: 'Boolean' },
    followersOnly: { type: 'Boolean' },
    likes: number,
    comments: number,
    spotted: number,
  }),
  definition('PostLike', { person: pointer('Author'), post: pointer('Post') }),
  definition('PostComment', { person: pointer('Author'), post: pointer('Post') }),
  definition('PostSpotted', { person: pointer('Author'), post: pointer('Post'), status: text }),
  definition('Block', { by: pointer('Author'), of: pointer('Author') }),
  definition('Follow', { by: pointer('Author'), of: pointer('Author') }),
]

function cloud(Parse) {
  const master = { useMasterKey: true }
  const all = (className, key, value) => new Parse.Query(className).equalTo(key, value).limit(1000).find(master)
  const ofPosts = (className, person, posts) =>
    new Parse.Query(className).equalTo('person', person).containedIn('post', posts).limit(100).find(master)

  Parse.Cloud.define('feed', async ({ params: { viewer, lat, lon, metres } }) => {
    const me = Parse.Object.extend('Author').createWithoutData(viewer)
    const [blocked, blocking, followed] = await Promise.all([
      all('Block', 'by', me),
      all('Block', 'of', me),
      all('Follow', 'by', me),
    ])
    const publicPosts = new Parse.Query('Post').equalTo('hidden', false)
    const ownAndFollowed = new Parse.Query('Post')
      .equalTo('hidden', true)
      .containedIn('author', [me, ...followed.map((follow) => follow.get('of'))])
    const blockedPeople = [...blocked.map((block) => block.get('of')), ...blocking.map((block) => block.get('by'))]
    const query = Parse.Query.or(publicPosts, ownAndFollowed)
      .withinRadians('at', new Parse.GeoPoint(lat, lon), metres / 6_371_000, false)
      .descending('createdAt')
      .limit(10)
      .include('author', 'place')
    if (blockedPeople.length > 0) query.notContainedIn('author', blockedPeople)
    const posts = await query.find(master)
    const [liked, commented, spotted] = await Promise.all(
      ['PostLike', 'PostComment', 'PostSpotted'].map((className) => ofPosts(className, me, posts)),
    )
    const has = (list, post) => list.some((row) => row.get('post').id === post.id)
    return posts.map((post) => ({
      id: post.id,
      user_id: post.get('author').id,
      username: post.get('author').get('username'),
      profile_pic: post.get('author').get('picture'),
      location_id: post.get('place').id,
      location_name: post.get('place').get('name'),
      location_town: post.get('place').get('town'),
      text: post.get('text'),
      image_url: post.get('picture'),
      image_width: post.get('pictureWidth'),
      image_height: post.get('pictureHeight'),
      image_thumbhash: post.get('thumbhash'),
      created_at: post.createdAt.toISOString(),
      likes_count: post.get('likes'),
      comments_count: post.get('comments'),
      spotted_count: post.get('spotted'),
      followers_only: post.get('followersOnly'),
      user_liked: has(liked, post),
      user_commented: has(commented, post),
      user_spotted_status: spotted.find((row) => row.get('post').id === post.id)?.get('status') ?? null,
    }))
  })
}

const server = new ParseServer({
  databaseURI: `postgres://${url.username}@localhost${url.pathname}`,
  databaseOptions: { host: url.searchParams.get('host') ?? url.hostname, max: 10 },
  appId: 'bench',
  masterKey: 'bench',
  serverURL: 'http://127.0.0.1:1/parse',
  cloud,
  directAccess: true,
  silent: true,
  logLevel: 'error',
  schema: { definitions },
  allowClientClassCreation: false,
})
await server.start()
const app = express().use('/parse', server.app)
const listening = http
  .createServer(app)
  .listen(0, '127.0.0.1', () => console.log(`listening ${listening.address().port}`))
