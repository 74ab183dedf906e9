import type { Random } from '#demo/random.ts'
import type { PaletteName } from '#demo/drawing/palettes.ts'
import type { Postcard, Format } from '#demo/drawing/postcard.ts'
import type { SceneName } from '#demo/drawing/scenes.ts'

const seaTowns = new Set([
  'Napoli',
  'Palermo',
  'Genova',
  'Bari',
  'Catania',
  'Venezia',
  'Messina',
  'Trieste',
  'Taranto',
  'Reggio di Calabria',
  'Livorno',
  'Ravenna',
  'Cagliari',
  'Rimini',
  'Salerno',
  'Siracusa',
  'Pescara',
  'Sassari',
  'Ancona',
])

const scenesByTown: Record<string, SceneName[]> = {
  Venezia: ['lagoon', 'canal', 'lagoon', 'canal'],
  Napoli: ['bay', 'alley', 'bay', 'seastacks'],
  Catania: ['bay', 'market', 'ruins'],
  Bari: ['alley', 'trulli', 'harbour'],
  Taranto: ['trulli', 'harbour', 'cliffLight'],
  Torino: ['mountains', 'river', 'rooftops'],
  Brescia: ['mountains', 'hillTown'],
  Verona: ['river', 'mountains', 'rooftops'],
  Firenze: ['river', 'countryside', 'rooftops'],
  Prato: ['countryside', 'viaduct'],
  Perugia: ['hillTown', 'countryside', 'hillTown'],
  Roma: ['rooftops', 'ruins', 'river', 'park'],
  Milano: ['canal', 'rooftops', 'park', 'market'],
  Genova: ['harbour', 'alley', 'cliffLight'],
}
const inlandScenes: SceneName[] = ['rooftops', 'alley', 'countryside', 'viaduct', 'hillTown', 'piazza']
const coastalScenes: SceneName[] = ['harbour', 'seafront', 'beach', 'cliffLight', 'harbour']

const scenesByKind: Record<string, SceneName[]> = {
  square: ['piazza', 'piazza', 'market', 'alley'],
  station: ['station', 'station', 'viaduct'],
  park: ['park', 'park', 'rooftops'],
  market: ['market'],
  university: ['piazza', 'park', 'alley'],
  museum: ['piazza', 'rooftops', 'alley'],
  church: ['piazza', 'rooftops', 'alley'],
  theatre: ['piazza', 'alley'],
  castle: ['hillTown', 'rooftops'],
  street: ['alley', 'market'],
  bridge: ['river'],
}

const ancientPlace = /foro|tempio|templi|anfiteatro|arena|colosseo|teatro (greco|antico|romano)|terme|scavi/i

type Subject = { kind: string; name: string; town: string; hour: number }

function scenesFor({ kind, name, town }: Subject): SceneName[] {
  if (ancientPlace.test(name)) return ['ruins']
  if (town === 'Venezia' && kind !== 'station' && kind !== 'park') return ['lagoon', 'canal']
  const isByTheSea = seaTowns.has(town)
  if (kind === 'beach') return ['beach', 'seafront', 'seastacks', 'beach', 'cliffLight']
  if (kind === 'harbour') return isByTheSea ? ['harbour'] : ['canal']
  if (kind === 'viewpoint') return isByTheSea ? ['seafront', 'bay', 'seafront'] : ['rooftops', 'hillTown']
  return scenesByKind[kind] ?? [...(scenesByTown[town] ?? []), ...(isByTheSea ? coastalScenes : inlandScenes)]
}

/** Returns the palettes that fit an hour; one listed twice is twice as likely. */
function palettesAt(hour: number): PaletteName[] {
  if (hour >= 23 || hour < 5) return ['night', 'blue']
  if (hour < 8) return ['dawn', 'dawn', 'mist']
  if (hour < 15) return ['morning', 'morning', 'mist', 'gold']
  if (hour < 18) return ['gold', 'dusk', 'gold', 'morning']
  if (hour < 20) return ['dusk', 'ember', 'dusk', 'gold']
  return ['blue', 'ember', 'night', 'dusk']
}

const formats: readonly Format[] = ['landscape', 'landscape', 'landscape', 'square', 'portrait']

/** Drawing a picture takes some 75 ms of a core at the first start, so more posts than this repeat earlier ones. */
const maxDrawnPictures = 150
const minPostsBetweenRepeats = 40

type Card = { scene: SceneName; palette: PaletteName; format: Format; seed: string }

/** Returns a function that chooses a picture which fits a post, and repeats earlier ones when enough are drawn. */
export function createPictureChooser(random: Random): (subject: Subject) => Postcard {
  const lastShown = new Map<Card, number>()
  let postNumber = 0
  return (subject) => {
    postNumber += 1
    const scenes = scenesFor(subject)
    const palettes = palettesAt(subject.hour)
    const repeatable = [...lastShown].filter(
      ([card, shownAt]) =>
        postNumber - shownAt > minPostsBetweenRepeats && scenes.includes(card.scene) && palettes.includes(card.palette),
    )
    const leastRecent = repeatable.toSorted(([, a], [, b]) => a - b)[0]?.[0]
    const card =
      lastShown.size >= maxDrawnPictures && leastRecent
        ? leastRecent
        : createCard(random.pick(scenes), random.pick(palettes), postNumber)
    lastShown.set(card, postNumber)
    return card
  }

  function createCard(scene: SceneName, palette: PaletteName, number: number): Card {
    return { scene, palette, format: random.pick(formats), seed: `${scene}-${palette}-${number}` }
  }
}
