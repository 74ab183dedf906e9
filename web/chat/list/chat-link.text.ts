/** Apart from the room's other words: these come with the app. */
export const chatLinkText = {
  label: (unread: number) => (unread === 0 ? 'Messaggi' : `Messaggi (${unread > 99 ? 'oltre 99' : unread} da leggere)`),
  short: (unread: number) => (unread > 99 ? '99+' : String(unread)),
} as const
