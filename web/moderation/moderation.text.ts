import type { ReportReason, TargetType } from '#contract/moderation.ts'

const reasons: Record<ReportReason, string> = {
  spam: 'Spam o pubblicità',
  harassment: 'Molestie o bullismo',
  hate: 'Incitamento all’odio',
  nudity: 'Nudità o contenuti sessuali',
  violence: 'Violenza o minacce',
  privacy: 'Viola la privacy di qualcuno',
  impersonation: 'Si finge qualcun altro',
  other: 'Altro',
}

export const moderationText = {
  report: 'Segnala',
  mute: (name: string) => `Silenzia ${name}`,
  unmute: (name: string) => `Riattiva ${name}`,
  mutedTitle: 'Silenziati',
  mutedList: 'Silenziati',
  mutedEmpty: 'Non hai silenziato niente',
  mutedEmptyText:
    'I post di chi silenzi, o di un luogo, non arrivano nei tuoi feed, e non ti avvisano. Non lo sa nessun altro.',
  endMute: 'Riattiva',
  block: 'Blocca utente',

  reportTitle: {
    post: 'Segnala il post',
    comment: 'Segnala il commento',
    story: 'Segnala la storia',
    message: 'Segnala il messaggio',
    place: 'Segnala il luogo',
    event: 'Segnala l’evento',
    user: 'Segnala l’utente',
  },
  /** The author of a message may guess who reported it. */
  reportText: (type: TargetType) =>
    type === 'message'
      ? 'Che cosa non va? I moderatori vedranno questo messaggio, e nient’altro della conversazione.'
      : 'Che cosa non va? Chi viene segnalato non saprà da chi.',
  reason: 'Motivo',
  reasons,
  details: 'Vuoi aggiungere qualcosa?',
  detailsPlaceholder: 'Facoltativo',
  send: 'Invia',

  blockTitle: 'Blocca utente',
  blockQuestion: (name: string) =>
    `Vuoi bloccare ${name}? Non vi vedrete più a vicenda e smetterete di seguirvi. Non riceverà nessun avviso.`,
  cancel: 'Annulla',
  confirmBlock: 'Blocca',

  blockedTitle: 'Utenti Bloccati',
  blockedEmpty: 'Nessun utente bloccato',
  blockedEmptyText: 'Chi blocchi non vede i tuoi contenuti, e tu non vedi i suoi. Lo ritrovi qui, se cambi idea.',
  unblock: 'Sblocca',
  unblockTitle: 'Conferma Sblocco',
  unblockQuestion: (name: string) => `Sei sicuro di voler sbloccare ${name}?`,
  confirm: 'Conferma',
} as const
