import { formatSpokenBadge } from '#web/ui/ui.text.ts'

/** Separate from the other texts of chat, because it is part of the first load. */
export const chatLinkText = {
  label: (unread: number) => (unread === 0 ? 'Messaggi' : `Messaggi (${formatSpokenBadge(unread)} da leggere)`),
} as const
