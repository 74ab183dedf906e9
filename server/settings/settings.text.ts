export const settingsText = {
  saved: 'Impostazioni salvate',
} as const
