export const moderationText = {
  blocked: 'Utente bloccato',
  unblocked: 'Utente sbloccato',
  notYourself: 'Non puoi bloccare te stesso.',
  reported: 'Grazie: la segnalazione è stata inviata ai moderatori.',
  notYours: 'Non puoi segnalare qualcosa di tuo.',
} as const
