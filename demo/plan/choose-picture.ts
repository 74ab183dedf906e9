import type { Random } from '#demo/random.ts'
import type { PaletteName } from '#demo/drawing/palettes.ts'
import type { Postcard, Format } from '#demo/drawing/postcard.ts'
import type { SceneName } from '#demo/drawing/scenes.ts'

const byTheSea = new Set([
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

const ofTown: Record<string, SceneName[]> = {
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
const inland: SceneName[] = ['rooftops', 'alley', 'countryside', 'viaduct', 'hillTown', 'piazza']
const coastal: SceneName[] = ['harbour', 'seafront', 'beach', 'cliffLight', 'harbour']

const ofKind: Record<string, SceneName[]> = {
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

const ancient = /foro|tempio|templi|anfiteatro|arena|colosseo|teatro (greco|antico|romano)|terme|scavi/i

type Subject = { kind: string; name: string; town: string; hour: number }

function scenesFor({ kind, name, town }: Subject): SceneName[] {
  if (ancient.test(name)) return ['ruins']
  if (town === 'Venezia' && kind !== 'station' && kind !== 'park') return ['lagoon', 'canal']
  const sea = byTheSea.has(town)
  if (kind === 'beach') return ['beach', 'seafront', 'seastacks', 'beach', 'cliffLight']
  if (kind === 'harbour') return sea ? ['harbour'] : ['canal']
  if (kind === 'viewpoint') return sea ? ['seafront', 'bay', 'seafront'] : ['rooftops', 'hillTown']
  return ofKind[kind] ?? [...(ofTown[town] ?? []), ...(sea ? coastal : inland)]
}

/** Returns the colours that fit an hour; those listed twice are twice as likely. */
function lightsAt(hour: number): PaletteName[] {
  if (hour >= 23 || hour < 5) return ['night', 'blue']
  if (hour < 8) return ['dawn', 'dawn', 'mist']
  if (hour < 15) return ['morning', 'morning', 'mist', 'gold']
  if (hour < 18) return ['gold', 'dusk', 'gold', 'morning']
  if (hour < 20) return ['dusk', 'ember', 'dusk', 'gold']
  return ['blue', 'ember', 'night', 'dusk']
}

const formats: readonly Format[] = ['landscape', 'landscape', 'landscape', 'square', 'portrait']

/** Drawing a picture takes some 75 ms of a core at the first start, so more posts than this repeat earlier ones. */
const maxDrawnPictures = 176
const minPostsBetweenRepeats = 40

type Card = { scene: SceneName; palette: PaletteName; format: Format; seed: string }

export function pictureBook(random: Random): (subject: Subject) => Postcard {
  const lastShown = new Map<Card, number>()
  let postNumber = 0
  return (subject) => {
    postNumber += 1
    const scenes = scenesFor(subject)
    const lights = lightsAt(subject.hour)
    const repeatable = [...lastShown].filter(
      ([card, shown]) =>
        postNumber - shown > minPostsBetweenRepeats && scenes.includes(card.scene) && lights.includes(card.palette),
    )
    const known = repeatable.toSorted(([, a], [, b]) => a - b)[0]?.[0]
    const card =
      lastShown.size >= maxDrawnPictures && known
        ? known
        : freshCard(random.pick(scenes), random.pick(lights), postNumber)
    lastShown.set(card, postNumber)
    return card
  }

  function freshCard(scene: SceneName, palette: PaletteName, number: number): Card {
    return { scene, palette, format: random.pick(formats), seed: `${scene}-${palette}-${number}` }
  }
}
