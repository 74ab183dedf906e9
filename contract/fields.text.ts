/** What a person reads when a field of a request is not right. */
export const fieldsText = {
  invalid: (field: string) => (field ? `Il campo «${field}» non è valido.` : 'La richiesta non è valida.'),
  missing: (field: string) => `Manca il campo «${field}».`,
  email: 'Inserisci un indirizzo email valido.',
  emailRequired: "Inserisci l'indirizzo email.",
  passwordRequired: 'Inserisci la password.',
  passwordLength: 'La password deve avere almeno 8 caratteri.',
  passwordTooLong: 'La password può avere al massimo 200 caratteri.',
  usernameRequired: 'Inserisci uno username.',
  usernameCharacters: 'Lo username può contenere solo lettere, numeri, punto e underscore.',
  usernameLength: 'Lo username può avere al massimo 30 caratteri.',
  postTextRequired: 'Inserisci un testo prima di pubblicare.',
  postTextLength: 'Il testo può avere al massimo 2000 caratteri.',
  placeRequired: 'Seleziona un luogo.',
  commentRequired: 'Scrivi un commento.',
  commentLength: 'Il commento può avere al massimo 1000 caratteri.',
  imageTooLarge: "L'immagine può pesare al massimo 10 MB.",
} as const
