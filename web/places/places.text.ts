export const placesText = {
  chooseTown: 'Scegli una città',
  findTown: 'Cerca una città',
  noTown: (query: string) => `Nessuna città comincia per «${query}».`,
  townsFound: (count: number) => (count === 1 ? '1 città' : `${count} città`),
  failed: 'Le città non si caricano.',
  retry: 'Riprova',
} as const
