import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellAt, distanceMetres, earthRadiusMetres, type Point } from '#server/platform/geography.ts'
import { useNewUsers, useTestApp } from '#server/testing/fixtures/test-app.ts'
import { createFeed } from './feed-page.queries.ts'
import { circles } from './feed.rules.ts'
import { PopulatedCells } from './populated-cells.ts'

const app = useTestApp()
const [anna, bruno] = useNewUsers(app, 'anna', 'bruno')

test('The first post at a place is seen by its author at once, and by people on other servers after their next refresh', async () => {
  const otherServer = new PopulatedCells(app.db)
  const place = { location_id: await app.findPlaceId('Lampedusa e Linosa') }
  const { post } = await anna.callOk('createSpot', { text: 'C’è qualcuno?', ...place })
  const point = { latitude: post.location_latitude, longitude: post.location_longitude }
  const { posts } = await anna.callOk('getFeed', { lat: point.latitude, lon: point.longitude, radius: '5' })
  expect(posts.map(({ id }) => id)).toEqual([post.id])
  const findFeedPage = createFeed(app.db, otherServer.find)
  const request = { viewerId: bruno.id, point, radius: '5', limit: 10, offset: 0, cursor: null } as const
  expect((await findFeedPage(request)).posts).toEqual([])
  await otherServer.refresh()
  expect((await findFeedPage(request)).posts.map(({ id }) => id)).toEqual([post.id])
})

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

/** Returns the point at a distance and bearing (in degrees) from another. */
function moveBy({ latitude, longitude }: Point, metres: number, bearing: number): Point {
  const from = (latitude * Math.PI) / 180
  const turn = (bearing * Math.PI) / 180
  const along = metres / earthRadiusMetres
  const to = Math.asin(Math.sin(from) * Math.cos(along) + Math.cos(from) * Math.sin(along) * Math.cos(turn))
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(along) * Math.cos(from),
    Math.cos(along) - Math.sin(from) * Math.sin(to),
  )
  const degrees = longitude + (east * 180) / Math.PI
  return { latitude: (to * 180) / Math.PI, longitude: ((degrees + 540) % 360) - 180 }
}

describe.each(circles)('Within $km km', (circle) => {
  const around = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 360, noNaN: true }))

  test('the cell of every post of the circle is found, anywhere on Earth', () => {
    fc.assert(
      fc.property(anywhere, around, (centre, [share, bearing]) => {
        const post = moveBy(centre, Math.sqrt(share) * circle.km * 1000, bearing)
        if (distanceMetres(centre, post) > circle.km * 1000) return
        const cells = new PopulatedCells(app.db)
        cells.add(post)
        expect(cells.find(centre, circle)).toEqual([cellAt(post, circle.resolution)])
      }),
      { numRuns: 500 },
    )
  })

  test('no cell far outside is found', () => {
    fc.assert(
      fc.property(anywhere, around, (centre, [share, bearing]) => {
        const cells = new PopulatedCells(app.db)
        cells.add(moveBy(centre, circle.km * 1000 + 120_000 + share * 9_000_000, bearing))
        expect(cells.find(centre, circle)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})
