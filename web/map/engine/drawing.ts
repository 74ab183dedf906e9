import type { ExpressionSpecification } from 'maplibre-gl'

/** Of names on the map. The browser draws them from the fonts of the page: no file of glyphs is fetched. */
export const nameFont = ['Instrument Sans']

/** A width that grows with the zoom. @param stops zoom and width in pixels, in turn. */
export const widthByZoom = (growth: number, ...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', growth], ['zoom'], ...stops] as unknown as ExpressionSpecification
