export const notificationsText = {
  title: 'Notifiche',
  waiting: 'Caricamento delle notifiche',
  empty: 'Tutto tranquillo',
  emptyText: 'Quando qualcuno chiederà di seguirti, lo troverai qui.',
} as const
