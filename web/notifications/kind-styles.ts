import {
  AtSign,
  Heart,
  type LucideIcon,
  MapPin,
  MessageCircle,
  Navigation,
  Reply,
  ScanEye,
  ShieldAlert,
  UserCheck,
  UserPlus,
} from 'lucide-react'
import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { pagePaths } from '#contract/page-paths.ts'

/** Red: likes. Violet: Spotted. Orange: new content. Ink: comments and other actions of people. */
type KindStyle = { icon: LucideIcon; tone: 'red' | 'violet' | 'orange' | 'ink' }

export const kindStyles: Record<Exclude<NotificationKind, 'welcome'>, KindStyle> = {
  like: { icon: Heart, tone: 'red' },
  comment_like: { icon: Heart, tone: 'red' },
  story_like: { icon: Heart, tone: 'red' },
  comment: { icon: MessageCircle, tone: 'ink' },
  comment_reply: { icon: Reply, tone: 'ink' },
  mention: { icon: AtSign, tone: 'ink' },
  comment_mention: { icon: AtSign, tone: 'ink' },
  follow: { icon: UserPlus, tone: 'ink' },
  follow_request: { icon: UserPlus, tone: 'ink' },
  follow_accepted: { icon: UserCheck, tone: 'ink' },
  spotted_request: { icon: ScanEye, tone: 'violet' },
  spotted_confirmed: { icon: ScanEye, tone: 'violet' },
  place_post: { icon: MapPin, tone: 'orange' },
  nearby_post: { icon: Navigation, tone: 'orange' },
  removed: { icon: ShieldAlert, tone: 'ink' },
}

/** Returns where a notification links to, or null. A push message may link to the list; a row of the list does not. */
export function notificationLink({ kind, url, actors }: Notification, viewerId: number) {
  const [first] = actors
  if (kind === 'welcome' || kind === 'removed') return null
  if (url !== pagePaths.notifications) return url
  if (kind === 'follow_request' && first) return pagePaths.profile(first.id)
  return kind === 'follow' ? pagePaths.followers(viewerId) : null
}
