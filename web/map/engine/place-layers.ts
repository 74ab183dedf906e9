import type { ExpressionFilterSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { placeKindNames } from '#contract/place-kind-names.ts'
import { nameFont, type Palette } from './palette.ts'

/** The layer of the directory's places, which the tiles of the source `places` have. */
export const placeLayer = 'place-name'

const groups = {
  nature: ['park', 'beach', 'lake', 'island', 'peak', 'viewpoint'],
  culture: ['monument', 'castle', 'museum', 'theatre', 'church', 'university', 'library', 'stadium'],
  transport: ['station', 'airport', 'harbour', 'bridge', 'street', 'square'],
} as const
type Group = keyof typeof groups | 'other'
const imageOf = (group: Group) => `place-${group}`

const dotPx = 9
const dotRatio = 2
export const imageRatio = { pixelRatio: dotRatio }

/** A dot with an edge, for screens of two pixels a point. */
function drawDot(color: string, edge: string): ImageData {
  const side = dotPx * dotRatio
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return new ImageData(side, side)
  const middle = side / 2
  for (const [radius, fill] of [
    [middle, edge],
    [middle - 3, color],
  ] as const) {
    context.fillStyle = fill
    context.beginPath()
    context.arc(middle, middle, radius, 0, 2 * Math.PI)
    context.fill()
  }
  return context.getImageData(0, 0, side, side)
}

/** The layer's images, by name. */
export const placeImages = (palette: Palette): Record<string, ImageData> => ({
  [imageOf('nature')]: drawDot(palette.nature, palette.halo),
  [imageOf('culture')]: drawDot(palette.culture, palette.halo),
  [imageOf('transport')]: drawDot(palette.transport, palette.halo),
  [imageOf('other')]: drawDot(palette.text, palette.halo),
})

/** An area: its name has no dot, and says enough. */
const area = 'village'

const icon = [
  'match',
  ['get', 'kind'],
  area,
  '',
  ...Object.entries(groups).flatMap(([group, kinds]) => [kinds, imageOf(group as Group)]),
  imageOf('other'),
] as unknown as ExpressionSpecification

const kindName = [
  'match',
  ['get', 'kind'],
  ...Object.entries({ ...placeKindNames, [area]: '' }).flat(),
  '',
] as unknown as ExpressionSpecification

/** The kind below the name, unless the name says it ("Piazza del Duomo"). */
const nameAndKind: ExpressionSpecification = [
  'format',
  ['get', 'name'],
  {},
  ['case', ['in', kindName, ['get', 'name']], '', ['concat', '\n', kindName]],
  { 'font-scale': 0.82 },
]
/** From this zoom on there is room for the kinds. */
const kindsFromZoom = 15

export const isNotMarked = (markedIds: readonly number[]): ExpressionFilterSpecification => [
  '!',
  ['in', ['id'], ['literal', [...markedIds]]],
]

/** Dots and names of the directory's places, except of those that have a marker. */
export const placeNames = (palette: Palette, markedIds: readonly number[]): SymbolLayerSpecification => ({
  id: placeLayer,
  type: 'symbol',
  source: 'places',
  'source-layer': 'place',
  filter: isNotMarked(markedIds),
  layout: {
    'icon-image': icon,
    'text-optional': true,
    'symbol-sort-key': ['get', 'rank'],
    'text-field': ['step', ['zoom'], ['get', 'name'], kindsFromZoom, nameAndKind],
    'text-font': nameFont,
    'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10.5, 16, 12.5],
    'text-variable-anchor': ['top', 'left', 'right', 'bottom'],
    'text-radial-offset': 0.6,
    'text-justify': 'auto',
    'text-max-width': 8,
    'text-padding': 4,
  },
  paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.3 },
})
