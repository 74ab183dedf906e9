export const moderationText = {
  blocked: 'Utente bloccato',
  unblocked: 'Utente sbloccato',
  notYourself: 'Non puoi bloccare te stesso.',
  reported: 'Grazie: la segnalazione è stata inviata ai moderatori.',
  notYours: 'Non puoi segnalare qualcosa di tuo.',

  resolved: { dismiss: 'Segnalazione archiviata', remove: 'Contenuto rimosso', suspend: 'Account sospeso' },
  lifted: 'Sospensione revocata',
  closedAlready:
    'Questa segnalazione non è più aperta: se ne è già occupato qualcun altro, oppure il contenuto non c’è più.',
  liftedAlready: 'Questo account non è sospeso.',
  suspendedAlready: 'Questo account è già sospeso.',
  ownCase: 'Riguarda te: deve occuparsene un altro moderatore.',
  moderatorsCase: 'Riguarda un moderatore: deve occuparsene chi gestisce il server.',
  nobodyToSuspend: 'Questo luogo non l’ha aggiunto nessun account: puoi rimuoverlo o unirlo a un altro.',
  townsStay: 'Le città restano: si possono unire o rimuovere solo gli altri luoghi.',
  samePlace: 'Scegli un luogo diverso.',
  noHeir: 'Qui c’è chi ha scritto, e non c’è una città vicina: unisci questo luogo a un altro.',
  placesMerged: 'Luoghi uniti',
  merged: ({ name, into }: { name: string; into: string }) => `«${name}» in «${into}»`.slice(0, 500),
  noRemovalOfPeople: 'Una persona non si può rimuovere: puoi sospendere il suo account.',
} as const
