import type { ReportReason, TargetType } from '#contract/moderation.ts'
import { actorsCountLimit } from '#contract/notifications.ts'

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

  followsNow: 'ora ti segue',
  /** The removed content, the reason of the reports, and the moderator’s note. */
  removed({ target_type, reasons: [reason], note }: Removal): string {
    const why = reason && reason !== 'other' ? ` (motivo: ${reasons[reason]})` : ''
    return `I moderatori hanno rimosso ${removedContent[target_type]}${why}.${note ? ` Hanno scritto: «${isolated(note)}»` : ''}`
  },
  /** The action of a place notification, if the place has a name. */
  placePost: (count: number, place: string) => `${count > 1 ? 'hanno' : 'ha'} pubblicato qui: ${isolated(place)}`,
  placeEvent: (count: number, place: string) =>
    `${count > 1 ? 'annunciano eventi' : 'annuncia un evento'} qui: ${isolated(place)}`,
  nearbyPost: (count: number, place: string) =>
    `${count > 1 ? 'hanno' : 'ha'} pubblicato vicino a te (${isolated(place)})`,
} as const
