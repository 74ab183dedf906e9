import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { fieldsText } from './fields.text.ts'
import { boxAreaKm2, mapPlacesAreaKm2 } from './map-box.ts'
import { mapPeriods } from './map-period.ts'
import { listedPlace } from './places.ts'

const degreesInput = (max: number) =>
  z.coerce
    .number<number>({ error: fieldsText.mapBox })
    .min(-max, { error: fieldsText.mapBox })
    .max(max, { error: fieldsText.mapBox })

/** Degrees. A box whose west is greater than its east crosses the 180th meridian. */
export const boxInput = {
  west: degreesInput(180),
  south: degreesInput(90),
  east: degreesInput(180),
  north: degreesInput(90),
}
const periodInput = z.enum(mapPeriods, { error: fieldsText.mapPeriod })
const zoomInput = z.coerce
  .number<number>({ error: fieldsText.mapZoom })
  .min(0, { error: fieldsText.mapZoom })
  .max(22, { error: fieldsText.mapZoom })

export const isNorthward = ({ south, north }: { south: number; north: number }) => south <= north

/** Counted posts of a cell of the ground, by three authors or more. */
const mapCell = z.object({
  /** H3 index. */
  cell: z.string(),
  /** Town and province of the place with most of the posts. */
  town: z.string().nullable(),
  province: z.string().nullable(),
  /** Degrees of the centre. */
  latitude: z.number(),
  longitude: z.number(),
  /** The corners in order, longitude first as in GeoJSON; beyond 180 where the cell crosses that meridian. */
  outline: z.array(z.tuple([z.number(), z.number()])),
  posts: z.int(),
  /** When the newest of them was published. */
  newest_at: timestamp,
})
export type MapCell = z.output<typeof mapCell>

/** A place with counted posts. */
const mapPlace = listedPlace.omit({ distance: true }).extend({
  posts: z.int(),
  /** The newest picture of these posts. */
  image: z.string().nullable(),
  image_thumbhash: z.string().nullable(),
  /** Its description, in its author's words. */
  image_alt: z.string().nullable(),
  /** When the newest of the posts was published. */
  newest_at: timestamp,
})
export type MapPlace = z.output<typeof mapPlace>

export const mapCalls = {
  getMapCells: {
    summary:
      'How many public posts of a period the cells of a part of the map have; a cell is listed from three authors on',
    path: 'GET map/get_cells',
    access: 'viewer',
    scope: 'read',
    isPolled: true,
    input: z
      .object({ ...boxInput, zoom: zoomInput, period: periodInput })
      .refine(isNorthward, { error: fieldsText.mapBox }),
    output: z.object({ success: z.literal(true), cells: z.array(mapCell) }),
    errors: [400],
  },

  getMapPlaces: {
    summary:
      'The places of a part of the map with most public posts of a period, 200 at most; the part has a largest size',
    path: 'GET map/get_places',
    access: 'viewer',
    scope: 'read',
    isPolled: true,
    input: z
      .object({ ...boxInput, period: periodInput })
      .refine(isNorthward, { error: fieldsText.mapBox })
      .refine((box) => boxAreaKm2(box) <= mapPlacesAreaKm2, { error: fieldsText.mapTooLarge }),
    output: z.object({
      success: z.literal(true),
      places: z.array(mapPlace),
      /** Whether the part has more places with counted posts. */
      has_more: z.boolean(),
    }),
    errors: [400],
  },
} as const satisfies Record<string, Endpoint>
