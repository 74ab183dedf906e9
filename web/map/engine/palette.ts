import type { ExpressionSpecification } from 'maplibre-gl'

/** Of names on the map. The browser draws them from the fonts of the page: no file of glyphs is fetched. */
export const nameFont = ['Instrument Sans']

/** A width that grows with the zoom. @param stops zoom and width in pixels, in turn. */
export const widthByZoom = (growth: number, ...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', growth], ['zoom'], ...stops] as unknown as ExpressionSpecification

/** Colours of the map in the light and in the dark; MapLibre cannot read the tokens of web/ui/tokens.css. */
const light = {
  land: '#f8f1e6',
  water: '#d5e2ea',
  green: '#e2ebd3',
  built: '#efe4d6',
  building: '#e8dccd',
  street: '#fffdfa',
  streetEdge: '#e3d6c5',
  rail: '#cfc1b2',
  border: '#b9aac2',
  text: '#5d5570',
  halo: '#fbf6ef',
  violet: '#6a3de8',
}
const dark: typeof light = {
  land: '#191524',
  water: '#10192b',
  green: '#1b2422',
  built: '#1f1a2c',
  building: '#282137',
  street: '#332b45',
  streetEdge: '#14111d',
  rail: '#3a324b',
  border: '#5b5072',
  text: '#a9a0ba',
  halo: '#14111d',
  violet: '#a98bff',
}
export type Palette = typeof light
export const paletteOf = (isDark: boolean): Palette => (isDark ? dark : light)
