import type { Chance } from './chance.ts'
import type { HourName } from './hours.ts'
import type { Postcard, Shape } from './postcard.ts'
import type { SceneName } from './scenes.ts'

const byTheSea = new Set(['Napoli', 'Palermo', 'Genova', 'Bari', 'Catania', 'Venezia', 'Messina', 'Trieste', 'Taranto', 'Reggio di Calabria', 'Livorno', 'Ravenna', 'Cagliari', 'Rimini', 'Salerno', 'Siracusa', 'Pescara', 'Sassari', 'Ancona'])

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

/** The light of the moment at which somebody posts. */
function lightAt(hour: number, chance: Chance): HourName {
  if (hour >= 23 || hour < 5) return chance.pick(['night', 'blue'])
  if (hour < 8) return chance.pick(['dawn', 'dawn', 'mist'])
  if (hour < 15) return chance.pick(['morning', 'morning', 'mist', 'gold'])
  if (hour < 18) return chance.pick(['gold', 'dusk', 'gold', 'morning'])
  if (hour < 20) return chance.pick(['dusk', 'ember', 'dusk', 'gold'])
  return chance.pick(['blue', 'ember', 'night', 'dusk'])
}

const shapes: readonly Shape[] = ['landscape', 'landscape', 'landscape', 'square', 'portrait']
const versions = 4

/** So many different pictures, each kept back as long as another one fits. */
export function pictureBook(chance: Chance): (subject: Subject) => Postcard {
  const lastSeen = new Map<string, number>()
  let turn = 0
  return (subject) => {
    const wishes = chance.shuffled(scenesFor(subject)).flatMap((scene) =>
      Array.from({ length: versions }, () => ({ scene, hour: lightAt(subject.hour, chance), shape: chance.pick(shapes), version: chance.whole(1, versions) })),
    )
    const cards = wishes.map(({ version, ...wish }) => ({ ...wish, seed: `${wish.scene}-${wish.hour}-${wish.shape}-${version}` }))
    const card = cards.toSorted((a, b) => (lastSeen.get(a.seed) ?? -1) - (lastSeen.get(b.seed) ?? -1))[0]
    if (!card) throw new Error(`no picture of ${subject.name}`)
    lastSeen.set(card.seed, (turn += 1))
    return card
  }
}
