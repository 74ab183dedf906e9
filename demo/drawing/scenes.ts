import type { Canvas } from './canvas.ts'
import { countryside, hillTown, mountains, river, ruins, trulli, viaduct } from './country-scenes.ts'
import { bay, beach, canal, cliffLight, harbour, lagoon, seafront, seastacks } from './sea-scenes.ts'
import { alley, market, park, piazza, rooftops, station } from './town-scenes.ts'

type Scene = { horizon: number; draw: (canvas: Canvas) => string }

export const scenes = {
  harbour: { horizon: 0.76, draw: harbour },
  hillTown: { horizon: 0.72, draw: hillTown },
  piazza: { horizon: 0.68, draw: piazza },
  beach: { horizon: 0.5, draw: beach },
  lagoon: { horizon: 0.68, draw: lagoon },
  canal: { horizon: 0.66, draw: canal },
  river: { horizon: 0.68, draw: river },
  mountains: { horizon: 0.66, draw: mountains },
  countryside: { horizon: 0.5, draw: countryside },
  rooftops: { horizon: 0.6, draw: rooftops },
  cliffLight: { horizon: 0.64, draw: cliffLight },
  trulli: { horizon: 0.6, draw: trulli },
  ruins: { horizon: 0.62, draw: ruins },
  station: { horizon: 0.62, draw: station },
  viaduct: { horizon: 0.56, draw: viaduct },
  alley: { horizon: 0.56, draw: alley },
  park: { horizon: 0.5, draw: park },
  market: { horizon: 0.6, draw: market },
  bay: { horizon: 0.56, draw: bay },
  seastacks: { horizon: 0.58, draw: seastacks },
  seafront: { horizon: 0.52, draw: seafront },
} as const satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
export const sceneNames = Object.keys(scenes) as SceneName[]
