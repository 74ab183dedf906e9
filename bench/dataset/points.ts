import { withClient } from './dataset.ts'

export type Point = { latitude: number; longitude: number }

/** Points from which the feed is asked for, rounded to 0.01° as the app does. */
export type Points = { centre: Point[]; towns: Point[]; sea: Point[]; crowd: Point[] }

/** Small towns that are 25 km from every city. */
const quietTownsSql = `
  SELECT round(latitude::numeric, 2)::float8 AS latitude, round(longitude::numeric, 2)::float8 AS longitude
  FROM places t WHERE kind = 'town' AND population BETWEEN 1000 AND 2500 AND NOT EXISTS (
    SELECT FROM places city WHERE city.kind = 'town' AND city.population > 40000
      AND sqrt((city.latitude - t.latitude) ^ 2 + ((city.longitude - t.longitude) * 0.75) ^ 2) < 25 / 111.2
  ) ORDER BY hashint8(id) LIMIT 20`
/** Spread like the posts, and so like the people. */
const crowdSql = `
  SELECT round(latitude::numeric, 2)::float8 AS latitude, round(longitude::numeric, 2)::float8 AS longitude
  FROM posts ORDER BY hashint8(id) LIMIT 2000`

/** Milano, twenty quiet towns, the open sea, and two thousand points of the population. */
export const findPoints = (databaseUrl: string): Promise<Points> =>
  withClient(databaseUrl, async (client) => ({
    centre: [{ latitude: 45.46, longitude: 9.19 }],
    towns: (await client.query<Point>(quietTownsSql)).rows,
    sea: [{ latitude: 39.5, longitude: 12.5 }],
    crowd: (await client.query<Point>(crowdSql)).rows,
  }))
