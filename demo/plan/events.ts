import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import type { Random } from '#demo/random.ts'
import type { DemoPerson } from './people.ts'
import type { PlannedPost } from './planned-post.ts'
import { hourInRome } from './post-times.ts'

export type PlannedEvent = {
  /** Indexes into `people`. */
  author: number
  going: number[]
  /** Index into the directory that the plan was made from. */
  place: number
  title: string
  description: string
  startsAt: Date
  endsAt: Date | null
}

/** `hour`: of a clock in Italy; `hours`: how long it takes, if anybody knows. */
type EventIdea = { title: string; description: string; hour: number; hours: number | null }

const ideas: Record<string, EventIdea[]> = {
  square: [
    {
      title: 'Ballo liscio sotto i portici',
      description: 'Fisarmonica e un altoparlante. Chi non sa ballare porta le sedie.',
      hour: 21,
      hours: 2,
    },
    {
      title: 'Mercatino dei libri usati',
      description: 'Gialli, ricettari, mappe di città che non ci sono più. Dalle dieci finché c’è luce.',
      hour: 10,
      hours: 7,
    },
    {
      title: 'Banda di quartiere, prove aperte',
      description: 'Si sbaglia spesso e si ride. Gratis.',
      hour: 18,
      hours: 2,
    },
  ],
  park: [
    {
      title: 'Corsa lenta, ma insieme',
      description: 'Cinque chilometri e nessun cronometro. Ci troviamo alla prima panchina.',
      hour: 8,
      hours: 1,
    },
    { title: 'Yoga sull’erba', description: 'Portate un telo. Se piove, domenica prossima.', hour: 9, hours: 1 },
    { title: 'Picnic dei cani', description: 'Padroni ammessi al guinzaglio.', hour: 12, hours: 3 },
  ],
  market: [
    {
      title: 'Assaggi di stagione',
      description: 'Otto banchi, un piatto per banco. #mercato',
      hour: 11,
      hours: 3,
    },
  ],
  museum: [
    {
      title: 'Visita a lume di torcia',
      description: 'Le sale dopo la chiusura, a piccoli gruppi. Si entra dal cortile.',
      hour: 20,
      hours: 2,
    },
    {
      title: 'Disegno dal vero davanti ai quadri',
      description: 'Matite e fogli li mettiamo noi, la pazienza no.',
      hour: 15,
      hours: 2,
    },
  ],
  theatre: [
    { title: 'Prova generale aperta', description: 'Posti in piedi, ingresso libero.', hour: 20, hours: 2 },
    {
      title: 'Microfono aperto',
      description: 'Cinque minuti a testa: poesie, barzellette, lettere mai spedite.',
      hour: 21,
      hours: null,
    },
  ],
  beach: [
    {
      title: 'Pulizia della spiaggia',
      description: 'Guanti e sacchi ci sono. Dopo, anguria per tutti.',
      hour: 9,
      hours: 2,
    },
    { title: 'Bagno all’alba', description: 'Chi porta il caffè entra per ultimo.', hour: 6, hours: 1 },
  ],
  church: [
    { title: 'Coro di quartiere', description: 'Un’ora di polifonia, poi vin brulé sul sagrato.', hour: 21, hours: 1 },
  ],
  university: [
    {
      title: 'Tombola delle materie arretrate',
      description: 'In palio: appunti, dispense e un passaggio a casa.',
      hour: 18,
      hours: null,
    },
  ],
  town: [
    {
      title: 'Passeggiata fra i cortili',
      description: 'Quelli che di solito sono chiusi. Due ore a piedi, piano.',
      hour: 16,
      hours: 2,
    },
    {
      title: 'Scambio di piante e di vasi',
      description: 'Una talea per una storia. Va bene anche il basilico.',
      hour: 11,
      hours: 3,
    },
  ],
}

const placesCount = 36
/** Of these, so many have two. */
const busyPlaces = 12
const furthestDay = 24
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

type Plan = { directory: DirectoryPlace[]; people: DemoPerson[]; posts: PlannedPost[]; now: Date }

/** Plans events of the next weeks, at the places where most is posted; neighbours announce them and go. */
export function planEvents({ directory, people, posts, now }: Plan, random: Random): PlannedEvent[] {
  const counts = new Map<number, number>()
  for (const { place } of posts) counts.set(place, (counts.get(place) ?? 0) + 1)
  const liveliest = [...counts]
    .toSorted(([onePlace, one], [otherPlace, other]) => other - one || onePlace - otherPlace)
    .map(([place]) => place)
    .filter((place) => directory[place]?.kind && ideas[directory[place].kind])
  return liveliest.slice(0, placesCount).flatMap((place, index) => {
    const { kind = '', town = null, name = '' } = directory[place] ?? {}
    const home = town ?? name
    const neighbours = people.flatMap((person, at) => (person.town === home ? [at] : []))
    const others = people.map((_, at) => at).filter((at) => !neighbours.includes(at))
    const chosen = random.shuffled(ideas[kind] ?? []).slice(0, index < busyPlaces ? 2 : 1)
    return chosen.map(({ title, description, hour, hours }, at): PlannedEvent => {
      const [author = 0, ...invited] = [...random.shuffled(neighbours), ...random.shuffled(others)]
      const startsAt = atItalianHour(now, 1 + ((index * 7 + at * 3) % furthestDay), hour)
      return {
        author,
        place,
        title,
        description,
        startsAt,
        going: invited.slice(0, random.integer(0, 6)),
        endsAt: hours === null ? null : new Date(startsAt.getTime() + hours * hourMs),
      }
    })
  })
}

/** The full hour of a clock in Italy, some days after a time. */
function atItalianHour(now: Date, days: number, hour: number): Date {
  const later = new Date(now.getTime() + days * dayMs)
  const fullHour = later.getTime() - (later.getTime() % hourMs)
  return new Date(fullHour + (hour - hourInRome(later)) * hourMs)
}
