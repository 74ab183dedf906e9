export const administrationText = {
  title: 'Amministrazione',
  sections: 'Sezioni',
  moderation: 'Moderazione',
} as const
