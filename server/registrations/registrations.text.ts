export const registrationsText = {
  changed: {
    open: 'Ora può iscriversi chiunque',
    invitation: 'Ora si iscrive solo chi ha un invito',
    closed: 'Le iscrizioni sono chiuse',
  },
  withdrawn: 'Invito ritirato',
  blocked: 'Indirizzo bloccato',
  unblocked: 'Indirizzo sbloccato',
  blockedAlready: 'È già bloccato.',
  full: 'Si possono bloccare al massimo 10.000 indirizzi e domini: sbloccane qualcuno per fare posto.',

  closed: 'Su questo server le iscrizioni sono chiuse.',
  invitationNeeded: 'Su questo server ci si iscrive solo con un invito: chiedilo a chi c’è già.',
} as const
