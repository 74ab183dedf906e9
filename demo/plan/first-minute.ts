import type { DirectoryPlace } from '#server/places/directory/directory.ts'
import type { Postcard } from '#demo/drawing/postcard.ts'
import type { Follow } from './follows.ts'
import type { DemoPerson } from './people.ts'
import type { PlannedPost } from './planned-post.ts'
import type { PlannedSpotted } from './reactions.ts'

// The unread activity of the first person, so that a visitor who signs in as her sees in a minute what the app offers.

export type PlannedConversation = {
  /** Index into `people`. */
  other: number
  status: 'accepted' | 'pending'
  /** Oldest first. */
  messages: { isOwn: boolean; text: string; createdAt: Date }[]
  /** The last so many messages of the other person are unread. */
  unread: number
}

type FirstMinutePost = PlannedPost & { spotted?: Omit<PlannedSpotted, 'post'> }
type FirstMinute = {
  posts: FirstMinutePost[]
  follows: Follow[]
  placeFollow: { person: number; place: number }
  conversations: PlannedConversation[]
}

const minuteMs = 60_000
const first = 0
const followedPlace = 'Piazza di Santa Maria in Trastevere'

type Plan = { directory: DirectoryPlace[]; people: DemoPerson[]; now: Date }

export function planFirstMinute({ directory, people, now }: Plan): FirstMinute {
  const personNamed = (username: string) => indexOf(people, (person) => person.username === username)
  const placeNamed = (name: string) => indexOf(directory, (place) => place.name === name && place.town === 'Roma')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const said = (other: string, status: 'accepted' | 'pending', unread: number, lines: Line[]): PlannedConversation => ({
    other: personNamed(other),
    status,
    unread,
    messages: lines.map(([side, minutes, text]) => ({ isOwn: side === 'io', text, createdAt: minutesAgo(minutes) })),
  })
  const post = (author: number, place: string, minutes: number, text: string): FirstMinutePost => ({
    author,
    place: placeNamed(place),
    text,
    createdAt: minutesAgo(minutes),
    privacy: 'public',
    picture: null,
  })
  const marco = personNamed('marco_b')
  const dario = personNamed('dario.conte')
  const livia = personNamed('livia.caruso')
  return {
    posts: [
      {
        ...post(
          first,
          'Isola Tiberina',
          95,
          'Ragazzo col quaderno a quadretti che disegnava il fiume tenendo la matita tra i denti: hai fatto un gatto al posto del ponte. Me lo fai vedere finito?',
        ),
        spotted: { requester: dario, status: 'pending', text: 'Ero io! Il gatto c’era davvero, stava sul muretto.' },
      },
      {
        ...post(
          marco,
          'Piazza Trilussa',
          60 * 21,
          'Ragazza con la macchina fotografica stesa sui gradini per un gatto rosso: ho fermato il 64 e aspettato lo scatto. Si può sapere com’è venuto?',
        ),
        spotted: { requester: first, status: 'confirmed', text: 'Sono io, e lui si chiama Pasquino. È venuto mosso!' },
      },
      {
        ...post(
          dario,
          followedPlace,
          26,
          'Il tavolino che balla è sempre lo stesso, la luce sulla fontana mai. Ci metto sotto un bozzetto e guardo.',
        ),
        picture: fountainInGold,
      },
    ],
    follows: [
      { follower: first, followed: livia, status: 'pending' },
      { follower: livia, followed: first, status: 'accepted', isNew: true },
      { follower: first, followed: marco, status: 'accepted' },
      { follower: marco, followed: first, status: 'accepted' },
      { follower: first, followed: personNamed('chiara.esposito'), status: 'accepted' },
      { follower: first, followed: personNamed('sofia.marchetti'), status: 'accepted' },
    ],
    placeFollow: { person: first, place: placeNamed(followedPlace) },
    conversations: [
      said('sofia.marchetti', 'accepted', 0, [
        ['io', 60 * 30, 'Sei a Roma sabato? C’è una scala a chiocciola che devi vedere.'],
        ['lei', 60 * 29, 'Arrivo col treno delle 10. Porto la bici pieghevole e zero pazienza.'],
        ['io', 60 * 28, 'Perfetto, la pazienza la metto io.'],
      ]),
      said('chiara.esposito', 'accepted', 0, [
        ['lei', 60 * 9, 'Stamattina il mare era uno specchio. Quando scendi?'],
        ['io', 60 * 8, 'Il primo fine settimana di sole. Tienimi uno scoglio.'],
      ]),
      said('marco_b', 'accepted', 2, [
        ['lei', 60 * 20, 'Allora la fotografa sui gradini eri tu!'],
        ['io', 60 * 19, 'Colta sul fatto. Grazie per aver fermato il 64.'],
        ['lei', 18, 'Pasquino oggi dorme sul cofano della Panda, sotto il platano.'],
        ['lei', 17, 'Se ti sbrighi fai in tempo: io riparto tra dieci minuti.'],
      ]),
      said('lapo.nannini', 'pending', 1, [
        [
          'lei',
          40,
          'Ciao Giulia, le tue scale sono bellissime. Ne ho una a Firenze che nessuno fotografa: posso dirti dov’è?',
        ],
      ]),
    ],
  }
}

/** Author, age in minutes, text. */
type Line = ['io' | 'lei', number, string]

const fountainInGold: Postcard = {
  scene: 'piazza',
  palette: 'gold',
  format: 'landscape',
  seed: 'santa maria in trastevere',
}

/** The Spotted requests on these posts, once the posts have their places among all others. */
export const spottedOf = ({ posts }: FirstMinute, all: PlannedPost[]): PlannedSpotted[] =>
  posts.flatMap((post) => (post.spotted ? [{ post: all.indexOf(post), ...post.spotted }] : []))

function indexOf<Item>(items: Item[], isWanted: (item: Item) => boolean): number {
  const index = items.findIndex(isWanted)
  if (index === -1) throw new Error('the first minute names somebody or some place that does not exist')
  return index
}
