import type { ColumnType, Generated } from 'kysely'
import type { ModerationAction, TargetType } from '#contract/moderation.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { ChatFrom } from '#contract/settings.ts'

/** What `time_ordered_id()` or an identity gives, unless the row brings its own (demo, bench). */
type Id = Generated<number>
type Counter = Generated<number>
type Timestamp = ColumnType<Date, Date | undefined, Date>
/** An H3 index: 64 bits, so text on this side. */
type Cell = ColumnType<string, string, string>

export type Tables = {
  media: { id: Id; name: string; width: number; height: number; thumbhash: string }
  users: {
    id: Id
    username: string
    email: string
    password_hash: string
    picture_id: number | null
    bio: Generated<string>
    is_private: Generated<boolean>
    onboarding_completed: Generated<boolean>
    created_at: Timestamp
    followers_count: Counter
    following_count: Counter
    spotted_received: Counter
    suspended_at: Date | null
  }
  user_settings: {
    user_id: number
    notify_likes: boolean
    notify_comments: boolean
    notify_follows: boolean
    notify_spotted: boolean
    notify_nearby_posts: boolean
    notify_followed_locations: boolean
    notify_radius: number
    chat_from: Generated<ChatFrom>
    notify_messages: Generated<boolean>
    show_message_text: Generated<boolean>
  }
  follows: { id: Id; follower_id: number; followee_id: number; status: 'pending' | 'accepted'; created_at: Timestamp }
  sessions: {
    id: Id
    token_sha256: Buffer
    user_id: number
    device: string | null
    created_at: Timestamp
    expires_at: Date
  }
  password_resets: { user_id: number; token_sha256: Buffer; expires_at: Date }
  export_links: { token_sha256: Buffer; user_id: number; expires_at: Date }
  email_changes: { user_id: number; email: string; token_sha256: Buffer; expires_at: Date }
  passkeys: {
    id: Id
    user_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    created_at: Timestamp
    last_used_at: Date | null
  }
  passkey_tickets: {
    ticket_sha256: Buffer
    user_id: number
    purpose: 'add' | 'login'
    challenge_sha256: Buffer
    expires_at: Date
  }
  recovery_codes: { user_id: number; code_sha256: Buffer }
  blocks: { id: Id; blocker_id: number; blocked_id: number; created_at: Timestamp }
  places: {
    id: Id
    name: string
    search_name: string
    town: string | null
    province: string | null
    kind: string
    latitude: number
    longitude: number
    population: Generated<number>
    c4: Cell
    c5: Cell
    picture_id: number | null
    followers_count: Counter
    spotted_confirmed_count: Counter
  }
  place_sources: { source: string; source_id: string; place_id: number; licence: string; describes: boolean }
  place_directories: { source: string; checksum: string }
  place_follows: { id: Id; user_id: number; place_id: number; created_at: Timestamp }
  posts: {
    id: Id
    author_id: number
    place_id: number
    latitude: number
    longitude: number
    c4: Cell
    c5: Cell
    followers_only: Generated<boolean>
    text: string
    media_id: number | null
    likes_count: Counter
    comments_count: Counter
    spotted_count: Counter
    created_at: Timestamp
  }
  post_likes: { user_id: number; post_id: number; id: Id }
  comments: {
    id: Id
    post_id: number
    author_id: number
    text: string
    likes_count: Counter
    created_at: Timestamp
  }
  comment_likes: { user_id: number; comment_id: number }
  reports: {
    id: Id
    reporter_id: number
    reported_user_id: number
    post_id: number | null
    comment_id: number | null
    story_id: number | null
    message_id: number | null
    reason: string
    text: string
    created_at: Timestamp
    closed_by: number | null
  }
  moderators: { user_id: number; granted_at: Timestamp }
  moderation_log: {
    id: Id
    action: ModerationAction
    by_operator: boolean
    moderator_id: number | null
    user_id: number | null
    target_type: TargetType
    content_id: number | null
    reasons: Generated<string[]>
    reports_count: Counter
    note: Generated<string>
  }
  stories: {
    id: Id
    author_id: number
    place_id: number | null
    media_id: number
    likes_count: Counter
    created_at: Timestamp
    expires_at: Timestamp
  }
  story_views: { viewer_id: number; story_id: number }
  story_likes: { user_id: number; story_id: number; id: Id }
  spotted_requests: { id: Id; post_id: number; requester_id: number; status: Generated<'pending' | 'confirmed'> }
  notifications: {
    id: Id
    user_id: number
    kind: NotificationKind
    post_id: number | null
    comment_id: number | null
    story_id: number | null
    place_id: number | null
    actor_id: number | null
    day: Date | null
    moderation_id: number | null
    position: Id
    is_read: Generated<boolean>
    should_push: Generated<boolean>
  }
  conversations: { id: Id; low_id: number; high_id: number; last_number: Counter }
  conversation_members: {
    user_id: number
    other_id: number
    conversation_id: number
    request_status: 'pending' | 'accepted' | 'declined'
    position: number | null
    cleared_up_to: Counter
    received_up_to: Counter
    read_up_to: Counter
    last_incoming: Counter
  }
  messages: {
    conversation_id: number
    number: number
    id: Id
    sender_id: number
    client_id: string
    text: string
    media_id: number | null
    post_id: number | null
    shares_post: Generated<boolean>
    deleted_at: Date | null
  }
  hidden_messages: { user_id: number; message_id: number }
  push_subscriptions: { endpoint: string; user_id: number; p256dh: string; auth: string; created_at: Timestamp }
  user_cells: { user_id: number; c7: Cell; seen_at: Timestamp }
}
