/** Treats "L'Aquila", "l’aquila" and "Laquila" as the same name. */
export const sameNameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()
