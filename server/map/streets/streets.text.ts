export const streetsText = {
  planning: 'Tra poco si vede quanto pesano',
  fetching: 'Lo scaricamento comincia',
  stopped: 'Fermato',
  isNamed: 'Le strade sono quelle del file scelto da chi gestisce il server: qui non si possono cambiare.',
  isRunning: 'C’è già una richiesta in corso: fermala, o aspetta che finisca.',
  nothingToFetch: 'Non c’è niente da scaricare: prima prepara le strade, o aspetta che finisca la richiesta in corso.',
  nothingRuns: 'Non c’è niente in corso.',
} as const
