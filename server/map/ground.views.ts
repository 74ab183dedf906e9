import type { Ground } from './archives/open-ground.ts'

/** The data that a map needs to request tiles, which have the URL `/map/tiles/<id>/<version>/<z>/<x>/<y>`. */
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
