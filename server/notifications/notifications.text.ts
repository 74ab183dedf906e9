import type { ReportReason, TargetType } from '#contract/moderation.ts'
import { actorsCountLimit, type NotificationKind } from '#contract/notifications.ts'

type Endings = { one: string; more: string }

type Removal = { target_type: Exclude<TargetType, 'user'>; reasons: ReportReason[]; note: string }

const removedContent: Record<Removal['target_type'], string> = {
  post: 'un tuo post',
  comment: 'un tuo commento',
  story: 'una tua storia',
  message: 'un tuo messaggio',
  place: 'un luogo che hai aggiunto',
  event: 'un tuo evento',
}
const reasons: Record<Exclude<ReportReason, 'other'>, string> = {
  spam: 'spam o pubblicità',
  harassment: 'molestie o bullismo',
  hate: 'incitamento all’odio',
  nudity: 'nudità o contenuti sessuali',
  violence: 'violenza o minacce',
  privacy: 'violazione della privacy',
  impersonation: 'falsa identità',
}

/** Isolates text of other people (FSI … PDI of Unicode), so that it cannot reverse the sentence around it. */
const isolated = (text: string) => `\u2068${text}\u2069`

export const notificationsText = {
  app: 'Dintorni',
  subscribed: 'Notifiche attivate su questo dispositivo',
  unsubscribed: 'Notifiche disattivate su questo dispositivo',
  stoppedOnDevice: 'Notifiche disattivate su quel dispositivo',
  badEndpoint: 'Questo browser non ha dato un indirizzo valido per le notifiche.',

  /** "giulia", "giulia e marco", "giulia e altre 4 persone". */
  who(names: string[], count: number): string {
    const [first = '', second] = names
    if (count <= 1 || second === undefined) return first
    if (count === 2) return `${first} e ${second}`
    return count >= actorsCountLimit
      ? `${first} e almeno altre ${actorsCountLimit - 1} persone`
      : `${first} e altre ${count - 1} persone`
  },

  /** Continues the sentence that begins with the actors: `one` after one person, `more` after several. */
  actions: {
    welcome: {
      one: 'Ti diamo il benvenuto su Dintorni! Qui troverai quello che succede intorno a te e ai tuoi post.',
      more: '',
    },
    like: { one: 'ha messo Mi piace al tuo post', more: 'hanno messo Mi piace al tuo post' },
    comment: { one: 'ha commentato il tuo post', more: 'hanno commentato il tuo post' },
    comment_like: { one: 'ha messo Mi piace al tuo commento', more: 'hanno messo Mi piace al tuo commento' },
    comment_reply: { one: 'ha risposto al tuo commento', more: 'hanno risposto al tuo commento' },
    mention: { one: 'ti ha menzionato in un post', more: '' },
    comment_mention: { one: 'ti ha menzionato in un commento', more: 'ti hanno menzionato nei commenti' },
    story_like: { one: 'ha messo Mi piace alla tua storia', more: 'hanno messo Mi piace alla tua storia' },
    follow: { one: 'ha iniziato a seguirti', more: 'hanno iniziato a seguirti' },
    follow_request: { one: 'ha chiesto di seguirti', more: '' },
    follow_accepted: { one: 'ha accettato la tua richiesta', more: '' },
    spotted_request: { one: 'si riconosce in un tuo post', more: 'si riconoscono in un tuo post' },
    spotted_confirmed: { one: 'ha confermato: eri proprio tu', more: '' },
    place_post: { one: 'ha pubblicato in un luogo che segui', more: 'hanno pubblicato in un luogo che segui' },
    nearby_post: { one: 'ha pubblicato vicino a te', more: 'hanno pubblicato vicino a te' },
    removed: { one: 'I moderatori hanno rimosso un tuo contenuto.', more: '' },
  } satisfies Record<NotificationKind, Endings>,
  followsNow: 'ora ti segue',
  /** The removed content, the reason of the reports, and the moderator’s note. */
  removed({ target_type, reasons: [reason], note }: Removal): string {
    const why = reason && reason !== 'other' ? ` (motivo: ${reasons[reason]})` : ''
    return `I moderatori hanno rimosso ${removedContent[target_type]}${why}.${note ? ` Hanno scritto: «${isolated(note)}»` : ''}`
  },
  /** The action of a place notification, if the place has a name. */
  placePost: (count: number, place: string) => `${count > 1 ? 'hanno' : 'ha'} pubblicato qui: ${isolated(place)}`,
  nearbyPost: (count: number, place: string) =>
    `${count > 1 ? 'hanno' : 'ha'} pubblicato vicino a te (${isolated(place)})`,
} as const
