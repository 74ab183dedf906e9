export const ringsText = {
  row: 'Storie',
  own: 'La tua storia',
  add: 'Aggiungi una storia',
  unseen: (username: string) => `Storie di ${username}, da vedere`,
  seen: (username: string) => `Storie di ${username}, già viste`,
  ownOpen: 'Guarda la tua storia',
} as const
