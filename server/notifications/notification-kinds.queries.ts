import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { eventsFragment, pagePaths } from '#contract/page-paths.ts'
import type { SettingsSwitch } from '#contract/settings.ts'
import { authorJoinSql, visiblePostSql } from '#server/posts/visibility.queries.ts'
import { notBlockedSql } from '#server/users/users.queries.ts'

/** Where to read who did what a notification `n` of the recipient `$1` reports, as SQL. */
type ActorSource = {
  actorId: string
  /** The id of what they did, which grows with time. */
  actionId: string
  /** Tables and conditions, to which further conditions are added. */
  from: string
}

export type LinkedNotification = Pick<
  Notification,
  'kind' | 'post_id' | 'story_id' | 'location_id' | 'actors' | 'actors_count'
>

type Kind = {
  /** The setting that switches the kind off; null: none does. */
  setting: SettingsSwitch | null
  /** Continues the sentence that begins with the actors: `one` after one person, `more` after several. */
  text: { one: string; more: string }
  /** Returns the page that it links to; null: the list of notifications. */
  link: (notification: LinkedNotification) => string | null
  /**
   * The people are not stored with a notification, but read from the likes, comments, follows… themselves, so that an
   * action that was undone disappears. Empty: it has no actor.
   */
  actors: ActorSource[]
  /** The action is a comment, which the notification quotes. Other kinds quote the comment or post they are about. */
  quotesAction?: true
  /** What happens on another day is another notification. */
  isDaily?: true
}

/** Whether `id` was created on the day of the notification: ids begin with the time. */
const isOnDaySql = (idSql: string) => `${idSql} >= first_id_at(n.day) AND ${idSql} < first_id_at(n.day + 1)`

const postsOfDayAtPlace = {
  actorId: 'p.author_id',
  actionId: 'p.id',
  from: `posts p ${authorJoinSql} WHERE p.place_id = n.place_id AND ${isOnDaySql('p.id')} AND ${visiblePostSql}`,
}

const pageOf = (id: number | null, path: (id: number) => string) => (id === null ? null : path(id))
const toPost = ({ post_id }: LinkedNotification) => pageOf(post_id, pagePaths.post)
const toComments = ({ post_id }: LinkedNotification) => pageOf(post_id, pagePaths.comments)
const toList = () => null
/** One post, or the place of several. */
const toPostsOfDay = ({ post_id, location_id, actors_count }: LinkedNotification) =>
  actors_count <= 1 && post_id !== null ? pagePaths.post(post_id) : pageOf(location_id, pagePaths.location)
const toActor = ({ actors: [first] }: LinkedNotification) => (first ? pagePaths.profile(first.id) : null)

/** Every kind of notification: who did it, where it leads, what it says, and which setting switches it off. */
export const notificationKinds: Record<NotificationKind, Kind> = {
  welcome: {
    setting: null,
    text: {
      one: 'Ti diamo il benvenuto su Dintorni! Qui troverai quello che succede intorno a te e ai tuoi post.',
      more: '',
    },
    link: toList,
    actors: [],
  },
  like: {
    setting: 'notify_likes',
    text: { one: 'ha messo Mi piace al tuo post', more: 'hanno messo Mi piace al tuo post' },
    link: toPost,
    actors: [{ actorId: 'l.user_id', actionId: 'l.id', from: 'post_likes l WHERE l.post_id = n.post_id' }],
  },
  comment: {
    setting: 'notify_comments',
    text: { one: 'ha commentato il tuo post', more: 'hanno commentato il tuo post' },
    link: toComments,
    quotesAction: true,
    actors: [
      {
        actorId: 'c.author_id',
        actionId: 'c.id',
        // A reply counts if the recipient sees the comment that it answers. To the author of that comment it is a
        // `comment_reply`.
        from: `comments c WHERE c.post_id = n.post_id AND (c.reply_to IS NULL OR (
          SELECT 1 FROM comments parent JOIN users u ON u.id = parent.author_id
          WHERE parent.id = c.reply_to AND parent.author_id <> n.user_id AND ${notBlockedSql} LIMIT 1) IS NOT NULL)`,
      },
    ],
  },
  comment_like: {
    setting: 'notify_likes',
    text: { one: 'ha messo Mi piace al tuo commento', more: 'hanno messo Mi piace al tuo commento' },
    link: toComments,
    actors: [
      {
        actorId: 'l.user_id',
        actionId: 'COALESCE(l.id, 0)',
        from: 'comment_likes l WHERE l.comment_id = n.comment_id',
      },
    ],
  },
  comment_reply: {
    setting: 'notify_comments',
    text: { one: 'ha risposto al tuo commento', more: 'hanno risposto al tuo commento' },
    link: toComments,
    quotesAction: true,
    actors: [{ actorId: 'c.author_id', actionId: 'c.id', from: 'comments c WHERE c.reply_to = n.comment_id' }],
  },
  mention: {
    setting: 'notify_mentions',
    text: { one: 'ti ha menzionato in un post', more: '' },
    link: toPost,
    actors: [
      {
        actorId: 'p.author_id',
        actionId: 'p.id',
        from: `post_mentions t JOIN posts p ON p.id = t.post_id
          WHERE t.post_id = n.post_id AND t.user_id = n.user_id AND t.is_named`,
      },
    ],
  },
  comment_mention: {
    setting: 'notify_mentions',
    text: { one: 'ti ha menzionato in un commento', more: 'ti hanno menzionato nei commenti' },
    link: toComments,
    quotesAction: true,
    actors: [
      {
        actorId: 'c.author_id',
        actionId: 'c.id',
        from: `comment_mentions t JOIN comments c ON c.id = t.comment_id
          WHERE t.user_id = n.user_id AND t.post_id = n.post_id AND (c.reply_to IS NULL OR (
            SELECT 1 FROM comments parent JOIN users u ON u.id = parent.author_id
            WHERE parent.id = c.reply_to AND ${notBlockedSql} LIMIT 1) IS NOT NULL)`,
      },
    ],
  },
  story_like: {
    setting: 'notify_likes',
    text: { one: 'ha messo Mi piace alla tua storia', more: 'hanno messo Mi piace alla tua storia' },
    link: ({ story_id }) => (story_id === null ? null : pagePaths.ownProfile),
    actors: [{ actorId: 'l.user_id', actionId: 'l.id', from: 'story_likes l WHERE l.story_id = n.story_id' }],
  },
  follow: {
    setting: 'notify_follows',
    text: { one: 'ha iniziato a seguirti', more: 'hanno iniziato a seguirti' },
    link: (notification) => (notification.actors_count > 1 ? null : toActor(notification)),
    isDaily: true,
    actors: [
      {
        actorId: 'f.follower_id',
        actionId: 'f.id',
        from: `follows f WHERE f.followee_id = n.user_id AND f.status = 'accepted' AND ${isOnDaySql('f.id')}`,
      },
    ],
  },
  follow_request: {
    setting: 'notify_follows',
    text: { one: 'ha chiesto di seguirti', more: '' },
    link: toList,
    actors: [
      {
        actorId: 'f.follower_id',
        actionId: 'f.id',
        from: 'follows f WHERE f.followee_id = n.user_id AND f.follower_id = n.actor_id',
      },
    ],
  },
  follow_accepted: {
    setting: 'notify_follows',
    text: { one: 'ha accettato la tua richiesta', more: '' },
    link: toActor,
    actors: [
      {
        actorId: 'f.followee_id',
        actionId: 'f.id',
        from: `follows f WHERE f.follower_id = n.user_id AND f.followee_id = n.actor_id AND f.status = 'accepted'`,
      },
    ],
  },
  spotted_request: {
    setting: 'notify_spotted',
    text: { one: 'si riconosce in un tuo post', more: 'si riconoscono in un tuo post' },
    link: ({ post_id }) => pageOf(post_id, pagePaths.spottedRequests),
    actors: [
      {
        actorId: 's.requester_id',
        actionId: 's.id',
        // The recipient is the author, who declined some.
        from: `spotted_requests s WHERE s.post_id = n.post_id AND NOT EXISTS (
          SELECT 1 FROM spotted_declines d WHERE d.post_id = s.post_id AND d.requester_id = s.requester_id)`,
      },
    ],
  },
  spotted_confirmed: {
    setting: 'notify_spotted',
    text: { one: 'ha confermato: eri proprio tu', more: '' },
    link: ({ post_id }) => pageOf(post_id, pagePaths.foundInPost),
    actors: [
      {
        actorId: 'p.author_id',
        actionId: 's.id',
        from: `spotted_requests s JOIN posts p ON p.id = s.post_id
          WHERE s.post_id = n.post_id AND s.requester_id = n.user_id AND s.status = 'confirmed'`,
      },
    ],
  },
  place_post: {
    setting: 'notify_followed_locations',
    text: { one: 'ha pubblicato in un luogo che segui', more: 'hanno pubblicato in un luogo che segui' },
    link: toPostsOfDay,
    actors: [postsOfDayAtPlace],
  },
  nearby_post: {
    setting: 'notify_nearby_posts',
    text: { one: 'ha pubblicato vicino a te', more: 'hanno pubblicato vicino a te' },
    link: toPostsOfDay,
    actors: [
      postsOfDayAtPlace,
      // A notification from before they were grouped by place and day is about one post; it expires after 90 days.
      { actorId: 'p.author_id', actionId: 'p.id', from: 'posts p WHERE p.id = n.post_id' },
    ],
  },
  place_event: {
    setting: 'notify_place_events',
    text: { one: 'annuncia un evento in un luogo che segui', more: 'annunciano eventi in un luogo che segui' },
    link: ({ location_id }) => pageOf(location_id, (id) => `${pagePaths.location(id)}${eventsFragment}`),
    actors: [
      {
        actorId: 'e.author_id',
        actionId: 'e.id',
        from: `events e WHERE e.place_id = n.place_id AND ${isOnDaySql('e.id')}`,
      },
    ],
  },
  removed: {
    setting: null,
    text: { one: 'I moderatori hanno rimosso un tuo contenuto.', more: '' },
    link: toList,
    actors: [],
  },
}

/** Returns the kinds that fulfil a condition, as a list of SQL. */
export const kindsWhereSql = (condition: (kind: Kind) => boolean): string =>
  Object.entries(notificationKinds)
    .filter(([, kind]) => condition(kind))
    .map(([name]) => `'${name}'`)
    .join(', ')
