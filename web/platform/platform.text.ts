import { uiText } from '#web/ui/ui.text.ts'

export const platformText = {
  networkError: uiText.networkError,
  serverTimeout: 'il server non ha risposto in tempo',
  unexpectedError: 'Qualcosa non ha funzionato. Riprova tra poco.',
  unreadablePicture:
    'Non riusciamo a leggere questa immagine: prova con una foto JPEG, PNG o WebP, e se è HEIC esportala prima come JPEG.',
  notKept: 'Questo browser non conserva niente: tieni aperta la pagina finché non è inviato.',
  geolocationUnsupported: 'Geolocalizzazione non supportata dal tuo browser.',
  geolocationDenied:
    'Il browser non permette di usare la posizione. Puoi permetterlo nelle impostazioni di questo sito, oppure scegliere una città.',
  geolocationUnavailable: 'Non riusciamo a trovare la tua posizione. Riprova, oppure scegli una città.',
} as const
