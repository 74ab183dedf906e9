import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readLayer, runTilemaker } from '#server/testing/fixtures/map-files.ts'
import { createTestApp } from '#server/testing/fixtures/test-app.ts'
import type { viewGround } from './ground.views.ts'
import { tileAt } from './streets/streets.rules.ts'

test('A street of an extract that tilemaker has read is on the map', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dintorni-map-'))
  const nodes = [
    { id: 1, lat: 45.459, lon: 9.189 },
    { id: 2, lat: 45.461, lon: 9.191 },
  ]
  const ways = [{ id: 1, refs: [1, 2], tags: { highway: 'pedestrian', name: 'Via della Prova' } }]
  const file = await runTilemaker(folder, { nodes, ways }, '9.1,45.4,9.3,45.5')
  const app = await createTestApp({ MAP_TILES: file })
  try {
    const { archives } = (await (await fetch(`${app.url}/map/ground.json`)).json()) as ReturnType<typeof viewGround>
    expect(archives[1]).toEqual({
      id: 'streets',
      schema: 'openmaptiles',
      version: expect.any(String),
      min_zoom: 12,
      max_zoom: 14,
      bounds: [9.1, 45.4, 9.3, 45.5],
      attribution: '© OpenStreetMap',
    })
    const { z, x, y } = tileAt(14, [9.19, 45.46])
    const reply = await fetch(`${app.url}/map/tiles/streets/${archives[1]?.version}/${z}/${x}/${y}`)
    expect(reply.headers.get('content-encoding')).toBe('gzip')
    const tile = await reply.arrayBuffer()
    expect(readLayer(tile, 'transportation')).toEqual([{ class: 'pedestrian' }])
    expect(readLayer(tile, 'transportation_name')).toEqual([{ name: 'Via della Prova' }])
  } finally {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  }
})
