export const ringsText = {
  listLabel: 'Storie',
  ownLabel: 'La tua storia',
  add: 'Aggiungi una storia',
  unseen: (username: string) => `Storie di ${username}, da vedere`,
  seen: (username: string) => `Storie di ${username}, già viste`,
  openOwn: 'Guarda la tua storia',
} as const
