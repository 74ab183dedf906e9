import type { Post } from '#contract/posts.ts'
import { scannedCells } from '#server/feed/area-scan.queries.ts'
import { type Circle, circles } from '#server/feed/feed.rules.ts'
import type { Point } from '#server/platform/geography.ts'

/** The newest ten posts within a radius. */
export type FeedQuery = {
  point: Point
  viewer: { id: number; token: string }
  radiusKm: Circle['km']
  /** Path of our own request. */
  path: string
}

/** The part of a post that all servers must return alike. */
export type PostSummary = Pick<
  Post,
  | 'username'
  | 'location_name'
  | 'text'
  | 'likes_count'
  | 'comments_count'
  | 'spotted_count'
  | 'user_liked'
  | 'user_commented'
  | 'user_spotted_status'
> & { id: number | string }

export type Competitor = {
  name: string
  program: string
  /** SQL files executed before and after its start. */
  sqlBeforeStart?: string[]
  sqlAfterStart?: string[]
  createRequest: (query: FeedQuery) => { path: string; body?: string; headers?: string[] }
  readPosts: (reply: unknown) => PostSummary[]
}

const readPostList = (reply: unknown) => (reply as { posts: PostSummary[] }).posts

/** Our own server. */
export const dintorni: Pick<Competitor, 'createRequest' | 'readPosts'> = {
  createRequest: ({ path }) => ({ path }),
  readPosts: readPostList,
}

const handWrittenParameters = ({ point, viewer, radiusKm }: FeedQuery) =>
  new URLSearchParams({
    lat: String(point.latitude),
    lon: String(point.longitude),
    metres: String(radiusKm * 1000),
    viewer: String(viewer.id),
  })

/** PostGraphile derives these names from tables and functions. */
const graphql = `
  query (
    $viewer: BigInt!, $latitude: Float!, $longitude: Float!, $metres: Float!, $level: Int!, $cells: [BigInt!]!
  ) {
    nearbyPosts(
      viewer: $viewer, latitude: $latitude, longitude: $longitude, metres: $metres, level: $level, cells: $cells,
      first: 10
    ) {
      nodes {
        id: rowId text createdAt likesCount commentsCount spottedCount followersOnly
        liked(viewer: $viewer) commented(viewer: $viewer) spottedStatus(viewer: $viewer)
        author: userByAuthorId { id: rowId username picture: mediaByPictureId { name } }
        place: placeByPlaceId { id: rowId name town }
        picture: mediaByMediaId { name width height thumbhash }
      }
    }
  }`
type GraphqlPost = {
  id: string
  text: string
  likesCount: number
  commentsCount: number
  spottedCount: number
  liked: boolean
  commented: boolean
  spottedStatus: PostSummary['user_spotted_status']
  author: { username: string }
  place: { name: string }
}
type GraphqlReply = { data: { nearbyPosts: { nodes: GraphqlPost[] } }; errors?: unknown }

const circleOf = ({ radiusKm }: FeedQuery): Circle => circles.find(({ km }) => km === radiusKm) ?? circles[0]

function readGraphqlPosts(reply: unknown): PostSummary[] {
  const { data, errors } = reply as GraphqlReply
  if (errors) throw new Error(JSON.stringify(errors))
  return data.nearbyPosts.nodes.map((post) => ({
    id: post.id,
    username: post.author.username,
    location_name: post.place.name,
    text: post.text,
    likes_count: post.likesCount,
    comments_count: post.commentsCount,
    spotted_count: post.spottedCount,
    user_liked: post.liked,
    user_commented: post.commented,
    user_spotted_status: post.spottedStatus,
  }))
}

/** Parse Server comes last: it creates tables that PostGraphile would publish. */
export const competitors: Competitor[] = [
  {
    name: 'newest first, by hand',
    program: 'by-hand.mjs',
    sqlBeforeStart: ['by-hand.sql'],
    createRequest: (query) => ({ path: `/newest?${handWrittenParameters(query)}` }),
    readPosts: readPostList,
  },
  {
    name: 'within and sorted, by hand',
    program: 'by-hand.mjs',
    createRequest: (query) => ({ path: `/within?${handWrittenParameters(query)}` }),
    readPosts: readPostList,
  },
  {
    name: 'PostGraphile 5, given our cells',
    program: 'postgraphile.mjs',
    sqlBeforeStart: ['postgraphile.sql'],
    createRequest: (query) => ({
      path: '/graphql',
      body: JSON.stringify({
        query: graphql,
        variables: {
          viewer: String(query.viewer.id),
          latitude: query.point.latitude,
          longitude: query.point.longitude,
          metres: query.radiusKm * 1000,
          level: circleOf(query).resolution,
          cells: scannedCells({ point: query.point, circle: circleOf(query), withoutKm: null }),
        },
      }),
    }),
    readPosts: readGraphqlPosts,
  },
  {
    name: 'Parse Server 9.10',
    program: 'parse.mjs',
    sqlBeforeStart: ['parse-geometry.sql'],
    sqlAfterStart: ['parse-rows.sql'],
    createRequest: ({ point, viewer, radiusKm }) => ({
      path: '/parse/functions/feed',
      headers: ['X-Parse-Application-Id: bench'],
      body: JSON.stringify({
        viewer: String(viewer.id),
        lat: point.latitude,
        lon: point.longitude,
        metres: radiusKm * 1000,
      }),
    }),
    readPosts: (reply) => (reply as { result: PostSummary[] }).result,
  },
]
