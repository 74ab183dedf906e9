export const placesText = {
  followed: 'Ora segui questo luogo',
  unfollowed: 'Non segui più questo luogo',
  claimSent: 'La tua richiesta è stata inviata a chi gestisce questo server.',
  claimSubject: (place: string) => `Richiesta di gestione: ${place}`,
  claimBody: ({
    place,
    url,
    username,
    name,
    email,
    message,
  }: Record<'place' | 'url' | 'username' | 'name' | 'email' | 'message', string>) =>
    [
      `${name} (utente ${username}) chiede di gestire la pagina di «${place}».`,
      '',
      message,
      '',
      `Pagina: ${url}`,
      `Per rispondere: ${email}`,
    ].join('\n'),
} as const
