import type { Ground } from './archives/open-ground.ts'

/** What a map must know to ask for tiles, which have the address `/map/tiles/<id>/<version>/<z>/<x>/<y>`. */
export const viewGround = ({ archives }: Ground) => ({
  archives: [...archives].map(([id, { schema, version, minZoom, maxZoom, bounds, attribution }]) => ({
    id,
    schema,
    version,
    min_zoom: minZoom,
    max_zoom: maxZoom,
    bounds,
    attribution,
  })),
})
