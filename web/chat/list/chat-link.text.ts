/** Separate from the other texts of chat, because it is part of the first load. */
export const chatLinkText = {
  label: (unread: number) => (unread === 0 ? 'Messaggi' : `Messaggi (${unread > 99 ? 'oltre 99' : unread} da leggere)`),
  unreadBadge: (unread: number) => (unread > 99 ? '99+' : String(unread)),
} as const
