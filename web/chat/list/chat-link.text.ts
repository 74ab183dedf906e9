import { formatSpokenBadge } from '#web/ui/ui.text.ts'

const name = 'Messaggi'

/** The text about unread conversations and requests, or null. */
function waiting(unread: number, requests: number) {
  const parts = [
    unread > 0 && `${formatSpokenBadge(unread)} da leggere`,
    requests > 0 && `${formatSpokenBadge(requests)} ${requests === 1 ? 'richiesta' : 'richieste'}`,
  ].filter(Boolean)
  return parts.length === 0 ? null : `(${parts.join(', ')})`
}

/** Separate from the other texts of chat, because it is part of the first load. */
export const chatLinkText = {
  name,
  waiting,
} as const
