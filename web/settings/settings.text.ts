import type { ChatFrom, SettingsSwitch } from '#contract/settings.ts'
import { formatBadge } from '#web/ui/ui.text.ts'

const day = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric' })
const dayOf = (at: string) => day.format(new Date(at))

export type SwitchText = { card: 'activity' | 'spotted' | 'messages'; label: string; hint?: string }
/** The switches in the order of the screen. */
const switches: Record<SettingsSwitch, SwitchText> = {
  notify_likes: { card: 'activity', label: 'Likes' },
  notify_comments: { card: 'activity', label: 'Commenti' },
  notify_mentions: { card: 'activity', label: 'Menzioni' },
  notify_follows: { card: 'activity', label: 'Follows' },
  notify_spotted: { card: 'spotted', label: 'Notifiche Spotted' },
  notify_nearby_posts: { card: 'spotted', label: 'Notifiche nelle vicinanze' },
  notify_followed_locations: { card: 'spotted', label: 'Notifiche luoghi seguiti' },
  notify_place_events: { card: 'spotted', label: 'Eventi nei luoghi seguiti' },
  notify_messages: {
    card: 'messages',
    label: 'Messaggi',
    hint: 'Un avviso sui tuoi dispositivi quando qualcuno ti scrive.',
  },
  show_message_text: {
    card: 'messages',
    label: 'Mostra il testo nelle notifiche',
    hint: 'Altrimenti l’avviso dice solo chi ti ha scritto.',
  },
}

export const settingsText = {
  title: 'Impostazioni',

  notificationsNote: 'Push, Spotted, mi piace, messaggi',
  privacyAndMessages: 'Privacy e messaggi',
  privacyAndMessagesNote: 'Chi ti vede, chi ti scrive, chi hai bloccato',
  securityNote: 'Email, password, passkey, dispositivi',
  appearanceNote: 'Chiaro, scuro o come il dispositivo',
  data: 'Dati',
  dataNote: 'Scarica i tuoi dati, elimina l’account',
  about: 'Informazioni',
  aboutNote: 'Termini, privacy, chi gestisce il server',

  spotted: 'Spotted',
  radius: 'Raggio notifiche (m)',
  metres: (metres: number) => `${metres.toLocaleString('it')} m`,
  radiusHint:
    'Dintorni non sa in che punto ti trovi, solo in quale zona, larga circa 2,5 km: il raggio parte dal suo bordo. Anche con 0 m ricevi i post di tutta la tua zona.',

  notifications: 'Notifiche',
  switches,
  push: 'Notifiche push su questo dispositivo',
  pushHint: 'Arrivano anche quando Dintorni è chiuso.',
  pushDenied:
    'Il browser le blocca: per riceverle, consenti le notifiche di questo sito nelle impostazioni del browser.',
  pushNeedsHomeScreen:
    'Su iPhone e iPad arrivano solo se Dintorni è nella schermata Home: tocca Condividi, poi «Aggiungi alla schermata Home», apri Dintorni da lì e attivale in questa pagina.',
  pushDevices: 'Ricevono le notifiche push',
  thisDevice: 'Questo dispositivo',
  pushSince: (at: string) => `Attive dal ${dayOf(at)}`,
  stopPush: 'Disattiva',
  stopPushOn: (device: string, at: string) => `Disattiva le notifiche push su ${device}, attive dal ${dayOf(at)}`,
  pushFailed: 'Questo browser non è riuscito ad attivare le notifiche. Riprova tra poco.',

  messages: 'Messaggi',
  chatFrom: 'Chi può scriverti',
  chatFromHint: 'Le conversazioni che hai già accettato vanno avanti comunque.',
  chatFromOptions: { everyone: 'Tutti', following: 'Chi seguo', nobody: 'Nessuno' } satisfies Record<ChatFrom, string>,

  profile: 'Profilo',
  private: 'Profilo Privato',
  editProfile: 'Modifica profilo',
  bookmarks: 'Salvati',
  muted: 'Silenziati',
  blockedUsers: 'Utenti Bloccati',

  appearance: 'Aspetto',
  theme: 'Tema',
  themeHint: 'Vale solo su questo dispositivo.',
  themeOptions: { '': 'Automatico, come il dispositivo', light: 'Chiaro', dark: 'Scuro' },

  exportAccount: 'I miei dati',
  forModerators: 'Per chi modera',
  forAdministrators: 'Per chi amministra',
  administration: 'Amministrazione',
  moderation: 'Moderazione',
  /** Empty for 0. */
  openReports: (count: number) => (count === 0 ? '' : formatBadge(count)),
  reportsToReview: 'da vedere',
  terms: 'Termini e Condizioni',
  privacy: 'Privacy Policies',
  deleteAccount: 'Elimina Account',
  security: 'Account e sicurezza',

  runBy: (name: string) => `Questo server è gestito da ${name}`,

  saving: 'Salvataggio…',
  saved: 'Salvato',
  saveFailed: (reason: string) => `Le modifiche non sono state salvate. ${reason}`,
  retry: 'Riprova',
  loading: 'Caricamento delle impostazioni',
} as const
