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
  building: '#e8dccd',
  street: '#fffdfa',
  streetEdge: '#e3d6c5',
  rail: '#cfc1b2',
  border: '#b9aac2',
  text: '#5d5570',
  halo: '#fbf6ef',
  waterText: '#4f7287',
  nature: '#5f8a4b',
  culture: '#b0703a',
  transport: '#4a7fb5',
  count: '#2f1f5e',
  own: '#1c72d8',
  ownEdge: '#ffffff',
  violet: '#6a3de8',
}
const dark: typeof light = {
  land: '#231d32',
  water: '#0e1a2e',
  green: '#22312c',
  building: '#30293f',
  street: '#3f3655',
  streetEdge: '#1a1526',
  rail: '#463d5a',
  border: '#5b5072',
  text: '#a9a0ba',
  halo: '#14111d',
  waterText: '#7fa2c4',
  nature: '#7fae6d',
  culture: '#d39a66',
  transport: '#7aa9dc',
  count: '#f3eeff',
  own: '#4d9bf5',
  ownEdge: '#f4effb',
  violet: '#a98bff',
}
export type Palette = typeof light
export const paletteOf = (isDark: boolean): Palette => (isDark ? dark : light)
