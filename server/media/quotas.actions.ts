import type { Database } from '#server/database/connect.ts'
import type { Config } from '#server/platform/config.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { NewPicture } from './media.rules.ts'
import { mediaText } from './media.text.ts'
import { addEventUsage, addPlaceUsage, addUsage, type DailyUsage, findUsage } from './quotas.queries.ts'

const bytesPerMb = 1024 * 1024

type Limits = Pick<Config, 'rateLimits' | 'maxPostsPerDay' | 'maxPictureMbPerDay'>

/** Places of an account in a day: enough for a walk, too few to fill a map. */
const maxPlacesPerDay = 10
const maxEventsPerDay = 10

/** Limits what an account publishes in a day. */
export type Quotas = {
  /** Refuses a request above the limits before its picture is rendered. Throws a Refusal 429. */
  refuseExhausted: (db: Database, userId: number, wanted: { isPost: boolean; hasPicture: boolean }) => Promise<void>
  /**
   * Counts what this transaction publishes. Throws a Refusal 429 above a limit. Call it after the inserts: they lock
   * the account, which its deletion locks first as well.
   */
  count: (trx: Database, userId: number, published: { posts: number; picture: NewPicture | null }) => Promise<void>
  /** Counts a place that this transaction adds to the directory. Throws a Refusal 429 above the limit. */
  countPlace: (trx: Database, userId: number) => Promise<void>
  /** Counts an event that this transaction announces. Throws a Refusal 429 above the limit. */
  countEvent: (trx: Database, userId: number) => Promise<void>
}

/** Creates the daily limits of accounts. They protect the disk and the feed, and are lifted with the rate limits. */
export function createQuotas({ rateLimits, maxPostsPerDay, maxPictureMbPerDay }: Limits): Quotas {
  const maxPosts = rateLimits ? maxPostsPerDay : Infinity
  const maxPictureBytes = rateLimits ? maxPictureMbPerDay * bytesPerMb : Infinity

  const maxPlaces = rateLimits ? maxPlacesPerDay : Infinity
  const maxEvents = rateLimits ? maxEventsPerDay : Infinity

  const refuse = (sentence: string, { seconds_until_tomorrow }: Pick<DailyUsage, 'seconds_until_tomorrow'>) => {
    throw new Refusal(429, sentence, seconds_until_tomorrow)
  }

  return {
    async refuseExhausted(db, userId, { isPost, hasPicture }) {
      const usage = await findUsage(db, userId)
      if (!usage) return
      if (isPost && usage.posts >= maxPosts) refuse(mediaText.postsToday(maxPosts), usage)
      if (hasPicture && usage.picture_bytes >= maxPictureBytes) refuse(mediaText.picturesToday, usage)
    },
    async count(trx, userId, { posts, picture }) {
      if (posts === 0 && !picture) return
      const usage = await addUsage(trx, userId, posts, picture?.bytes ?? 0)
      if (!usage) return
      if (usage.posts > maxPosts) refuse(mediaText.postsToday(maxPosts), usage)
      if (picture && usage.picture_bytes > maxPictureBytes) refuse(mediaText.picturesToday, usage)
    },
    async countPlace(trx, userId) {
      const usage = await addPlaceUsage(trx, userId)
      if (usage && usage.places > maxPlaces) refuse(mediaText.placesToday(maxPlaces), usage)
    },
    async countEvent(trx, userId) {
      const usage = await addEventUsage(trx, userId)
      if (usage && usage.events > maxEvents) refuse(mediaText.eventsToday(maxEvents), usage)
    },
  }
}
