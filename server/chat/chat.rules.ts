import { deletableForBothMs } from '#contract/limits.ts'
import type { ChatFrom } from '#contract/settings.ts'

/** How somebody stands to it that another writes to them. */
export type RequestStatus = 'pending' | 'accepted' | 'declined'

/** What decides whether somebody may write to another: what the other has said and set, and what there is between them. */
export type MessagingPermission = {
  /** Null: nobody has written yet. */
  request_status: RequestStatus | null
  chat_from: ChatFrom
  /** The other follows who writes. */
  follows_sender: boolean
  /** Who writes has confirmed the other as spotted. */
  confirmed_by_sender: boolean
}

/** How the other stands to it once the message is there. Whom they decline stays so until they follow them. */
export function nextRequestStatus({
  request_status,
  follows_sender,
  confirmed_by_sender,
}: MessagingPermission): RequestStatus {
  if (request_status === 'accepted' || follows_sender) return 'accepted'
  return request_status ?? (confirmed_by_sender ? 'accepted' : 'pending')
}

/** Whom somebody has accepted goes on; who begins is let through by the setting. */
export const canWrite = ({ request_status, chat_from, follows_sender }: MessagingPermission): boolean =>
  request_status === 'accepted' || chat_from === 'everyone' || (chat_from === 'following' && follows_sender)

/** Pictures are for those who were accepted. */
export const canSendImages = (consent: MessagingPermission): boolean =>
  canWrite(consent) && nextRequestStatus(consent) === 'accepted'

/** @param age milliseconds since it was written. */
export const canDeleteForBoth = (viewerId: number, message: { sender_id: number; age_ms: number }): boolean =>
  message.sender_id === viewerId && message.age_ms <= deletableForBothMs
