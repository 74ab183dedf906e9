/** "L'Aquila", "l’aquila" and "Laquila" are one name. */
export const sameNameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
