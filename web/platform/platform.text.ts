import { uiText } from '#web/ui/ui.text.ts'

export const platformText = {
  networkError: uiText.networkError,
  serverTimeout: 'il server non ha risposto in tempo',
  unexpectedError: 'Qualcosa non ha funzionato. Riprova tra poco.',
  geolocationUnsupported: 'Geolocalizzazione non supportata dal tuo browser.',
  geolocationDenied:
    'Il browser non permette di usare la posizione. Puoi permetterlo nelle impostazioni di questo sito, oppure scegliere una città.',
  geolocationUnavailable: 'Non riusciamo a trovare la tua posizione. Riprova, oppure scegli una città.',
} as const
