import type {
  ExpressionFilterSpecification,
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
} from 'maplibre-gl'
import type { GroundArchive } from '#web/map/map-view.ts'
import { nameFont, type Palette, widthByZoom } from './palette.ts'

/** A schema's names for the same things: its layers, and the attribute that distinguishes kinds. */
type Names = {
  kind: string
  water: string[]
  waterway: string
  green: { layer: string; kinds: string[] }[]
  building: string
  street: string
  streetName: string
  /** Names of settlements and their parts. */
  place: string
  motorway: string[]
  main: string[]
  rail: string[]
}

const openMapTiles: Names = {
  kind: 'class',
  water: ['water'],
  waterway: 'waterway',
  green: [
    { layer: 'landcover', kinds: ['grass', 'wood', 'farmland'] },
    { layer: 'park', kinds: [] },
  ],
  building: 'building',
  street: 'transportation',
  streetName: 'transportation_name',
  place: 'place',
  motorway: ['motorway', 'trunk'],
  main: ['primary', 'secondary', 'tertiary'],
  rail: ['rail', 'transit'],
}
const shortbread: Names = {
  kind: 'kind',
  water: ['ocean', 'water_polygons'],
  waterway: 'water_lines',
  green: [
    {
      layer: 'land',
      kinds: [
        'forest',
        'grass',
        'grassland',
        'park',
        'garden',
        'meadow',
        'scrub',
        'village_green',
        'recreation_ground',
      ],
    },
  ],
  building: 'buildings',
  street: 'streets',
  streetName: 'street_labels',
  place: 'place_labels',
  motorway: ['motorway', 'trunk'],
  main: ['primary', 'secondary', 'tertiary'],
  rail: ['rail', 'light_rail', 'subway', 'tram'],
}

const protomaps: Names = {
  kind: 'kind',
  water: ['water'],
  waterway: 'water',
  green: [
    {
      layer: 'landuse',
      kinds: [
        'allotments',
        'cemetery',
        'forest',
        'garden',
        'golf_course',
        'grass',
        'grassland',
        'meadow',
        'nature_reserve',
        'park',
        'recreation_ground',
        'scrub',
        'village_green',
        'wood',
      ],
    },
  ],
  building: 'buildings',
  street: 'roads',
  streetName: 'roads',
  place: 'places',
  motorway: ['highway'],
  main: ['major_road'],
  rail: ['rail'],
}
const namesOf: Record<GroundArchive['schema'], Names> = {
  openmaptiles: openMapTiles,
  shortbread,
  protomaps,
  // Never an operator's.
  base: openMapTiles,
  places: openMapTiles,
}

const source = 'streets'
const byZoom = (...stops: number[]) => widthByZoom(1.6, ...stops)

/** Protomaps keeps areas and lines of water in one layer. */
const isArea: ExpressionFilterSpecification = ['==', ['geometry-type'], 'Polygon']
const isLine: ExpressionFilterSpecification = ['==', ['geometry-type'], 'LineString']

const isOneOf = (attribute: string, kinds: string[]): ExpressionFilterSpecification => [
  'in',
  ['get', attribute],
  ['literal', kinds],
]

/** Tilemaker writes only the second. */
const nameText: ExpressionSpecification = ['coalesce', ['get', 'name'], ['get', 'name:latin']]
/** The base has the names of comuni; these lie inside of them. */
const districts = ['suburb', 'quarter', 'macrohood', 'neighbourhood', 'hamlet']

/** Waters, parks, buildings and streets of the operator's own file. */
export function streetLayers(schema: GroundArchive['schema'], palette: Palette): LayerSpecification[] {
  const names = namesOf[schema]
  const fill = (layer: string, color: string, filter?: FilterSpecification): LayerSpecification => ({
    id: `streets-${layer}`,
    type: 'fill',
    source,
    'source-layer': layer,
    ...(filter && { filter }),
    paint: { 'fill-color': color, 'fill-antialias': layer !== names.building },
  })
  const line = (
    id: string,
    kinds: string[],
    paint: { color: string; width: ExpressionSpecification; minzoom: number },
  ): LayerSpecification => ({
    id: `streets-${id}`,
    type: 'line',
    source,
    'source-layer': names.street,
    minzoom: paint.minzoom,
    filter: isOneOf(names.kind, kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': paint.color, 'line-width': paint.width },
  })
  const small = [
    'minor',
    'minor_road',
    'service',
    'residential',
    'unclassified',
    'living_street',
    'pedestrian',
    'busway',
  ]
  const paths = ['path', 'track', 'footway', 'cycleway', 'steps']
  return [
    ...names.green.map(({ layer, kinds }) =>
      fill(layer, palette.green, kinds.length > 0 ? isOneOf(names.kind, kinds) : undefined),
    ),
    ...names.water.map((layer) => fill(layer, palette.water, isArea)),
    {
      id: 'streets-waterway',
      type: 'line',
      source,
      'source-layer': names.waterway,
      filter: isLine,
      paint: { 'line-color': palette.water, 'line-width': byZoom(8, 0.6, 16, 5) },
    },
    { ...fill(names.building, palette.building), minzoom: 14 } as LayerSpecification,
    line('rail', names.rail, { color: palette.rail, width: byZoom(10, 0.5, 17, 2.5), minzoom: 10 }),
    line('path', paths, { color: palette.streetEdge, width: byZoom(14, 0.6, 18, 3), minzoom: 14 }),
    line('small-edge', small, { color: palette.streetEdge, width: byZoom(12, 0.8, 18, 16), minzoom: 12 }),
    line('main-edge', names.main, { color: palette.streetEdge, width: byZoom(8, 1, 18, 24), minzoom: 8 }),
    line('motorway-edge', names.motorway, { color: palette.streetEdge, width: byZoom(6, 1.4, 18, 30), minzoom: 6 }),
    line('small', small, { color: palette.street, width: byZoom(12, 0.4, 18, 13), minzoom: 12 }),
    line('main', names.main, { color: palette.street, width: byZoom(8, 0.6, 18, 20), minzoom: 8 }),
    line('motorway', names.motorway, { color: palette.street, width: byZoom(6, 0.9, 18, 25), minzoom: 6 }),
    ...nameLayers(names, palette),
  ]
}

function nameLayers(names: Names, palette: Palette): LayerSpecification[] {
  const paint = { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.2 }
  return [
    {
      id: 'streets-name',
      type: 'symbol',
      source,
      'source-layer': names.streetName,
      minzoom: 14,
      filter: ['!', isOneOf(names.kind, [...names.rail, 'ferry'])],
      layout: {
        'symbol-placement': 'line',
        'text-field': nameText,
        'text-font': nameFont,
        'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10.5, 18, 14],
      },
      paint,
    },
    {
      id: 'streets-district',
      type: 'symbol',
      source,
      'source-layer': names.place,
      minzoom: 12,
      filter: isOneOf(names.kind, districts),
      layout: {
        'text-field': nameText,
        'text-font': nameFont,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 11, 16, 14],
        'text-letter-spacing': 0.06,
        'text-max-width': 8,
        'text-padding': 6,
      },
      paint,
    },
  ]
}
