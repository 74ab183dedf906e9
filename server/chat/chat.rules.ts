import { deletableForBothMs } from '#contract/limits.ts'
import type { ChatFrom } from '#contract/settings.ts'

/** A person's answer to messages from another. */
export type RequestStatus = 'pending' | 'accepted' | 'declined'

/** The facts that decide whether a sender may write to a recipient. */
export type MessagingPermission = {
  /** The recipient's answer; null before the first message. */
  request_status: RequestStatus | null
  /** The recipient's setting. */
  chat_from: ChatFrom
  /** The recipient follows the sender. */
  follows_sender: boolean
  /** One of the two has confirmed the other in a post. */
  is_confirmed_spotted: boolean
}

/** Returns the recipient's status after a message. A declined sender stays so until the recipient follows them. */
export function nextRequestStatus({
  request_status,
  follows_sender,
  is_confirmed_spotted,
}: MessagingPermission): RequestStatus {
  if (request_status === 'accepted' || follows_sender) return 'accepted'
  if (request_status === 'declined') return 'declined'
  return is_confirmed_spotted ? 'accepted' : 'pending'
}

/** The recipient's setting does not apply to senders whom they have accepted. */
export const canWrite = ({ request_status, chat_from, follows_sender }: MessagingPermission): boolean =>
  request_status === 'accepted' || chat_from === 'everyone' || (chat_from === 'following' && follows_sender)

/** Pictures are for accepted senders. */
export const canSendImages = (permission: MessagingPermission): boolean =>
  canWrite(permission) && nextRequestStatus(permission) === 'accepted'

/** Only the sender may, and only for a while. */
export const canDeleteForBoth = (viewerId: number, message: { sender_id: number; age_ms: number }): boolean =>
  message.sender_id === viewerId && message.age_ms <= deletableForBothMs
