import { deletableForBoth } from '#contract/chat.ts'
import type { ChatFrom } from '#contract/settings.ts'

/** How somebody stands to it that another writes to them. */
export type RequestStatus = 'asked' | 'accepted' | 'declined'

/** What decides whether somebody may write to another: what the other has said and set, and what there is between them. */
export type MessagingPermission = {
  /** Null: nobody has written yet. */
  stance: RequestStatus | null
  chat_from: ChatFrom
  /** The other follows who writes. */
  follows: boolean
  /** Who writes has confirmed the other as spotted. */
  recognised: boolean
}

/** How the other stands to it once the message is there. Whom they decline stays so until they follow them. */
export function nextRequestStatus({ stance, follows, recognised }: MessagingPermission): RequestStatus {
  if (stance === 'accepted' || follows) return 'accepted'
  return stance ?? (recognised ? 'accepted' : 'asked')
}

/** Whom somebody has accepted goes on; who begins is let through by the setting. */
export const canWrite = ({ stance, chat_from, follows }: MessagingPermission): boolean =>
  stance === 'accepted' || chat_from === 'everyone' || (chat_from === 'following' && follows)

/** Pictures are for those who were accepted. */
export const canSendImages = (consent: MessagingPermission): boolean =>
  canWrite(consent) && nextRequestStatus(consent) === 'accepted'

/** @param age milliseconds since it was written. */
export const canDeleteForBoth = (viewerId: number, message: { sender_id: number; age: number }): boolean =>
  message.sender_id === viewerId && message.age <= deletableForBoth
