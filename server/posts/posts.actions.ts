import { isDeepStrictEqual } from 'node:util'
import { fieldsText } from '#contract/fields.text.ts'
import { postPicturesLimit } from '#contract/limits.ts'
import { hashtagsOf, mentionsOf } from '#contract/text-parts.ts'
import type { AppContext } from '#server/app-context.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deletePictures, insertPicture } from '#server/media/media.queries.ts'
import { claimUploads } from '#server/media/uploads.queries.ts'
import { keepReportedWords } from '#server/moderation/reports.queries.ts'
import { findPlace } from '#server/places/places.queries.ts'
import { platformText } from '#server/platform/platform.text.ts'
import { notFound, Refusal } from '#server/platform/refusal.ts'
import { deleteSpottedOfPost } from '#server/spotted/confirmations.queries.ts'
import { lockUsers } from '#server/users/users.queries.ts'
import { replaceHashtags } from './hashtags.queries.ts'
import { replaceMentions } from './mentions.queries.ts'
import { type PostLikeState, toggleLike } from './likes.queries.ts'
import {
  type ChoicesRow,
  deletePost as deletePostRow,
  findDescribedPictures,
  findEditablePost,
  findPublishedPost,
  insertPost,
  lockPost,
  type LockedPost,
  updateDescriptions,
  updatePost,
  type VisiblePost,
} from './posts.queries.ts'
import { isAuthor } from './posts.rules.ts'
import { postsText } from './posts.text.ts'

/** `signal`: aborted when the client leaves. */
export type NewPost = {
  authorId: number
  text: string
  placeId: number
  choices: ChoicesRow
  image: string | null
  imageAlt: string
  /** Uploaded pictures. */
  pictureIds: number[]
  /** The client's name for it. */
  clientId: string | null
  signal: AbortSignal
}
/** A viewer's change to a post. */
export type PostMutation = { viewerId: number; postId: number }

export type PublishingContext = Pick<AppContext, 'db' | 'pictures' | 'quotas' | 'jobs'>

/**
 * Stores the hashtags and mentions of a post, and notifies those who are mentioned for the first time.
 * @param texts `isOpened`: more people may see the post than before.
 */
async function storeHashtagsAndMentions(
  { trx, jobs }: { trx: Database; jobs: AppContext['jobs'] },
  post: VisiblePost,
  texts: { text: string; before: string; isOpened?: boolean },
): Promise<void> {
  const { text, before, isOpened = false } = texts
  const tags = hashtagsOf(text)
  if (tags.length > 0 || hashtagsOf(before).length > 0) await replaceHashtags(trx, post.id, tags)
  const usernames = mentionsOf(text)
  if (usernames.length === 0 && mentionsOf(before).length === 0) return
  if (text === before && !isOpened) return
  const mentionedIds = await replaceMentions(trx, post.id, usernames)
  const trigger = { kind: 'mention' as const, post: post.id }
  const activities = mentionedIds.map((recipientId) => ({ notify: { recipientId, actorId: post.author_id, trigger } }))
  if (activities.length > 0) await jobs.add(trx, 'activity', ...activities)
}

/**
 * Publishes a post, once per `clientId`: a client that got no reply may send it again. The picture's files are written
 * first, so that no row ever refers to a missing file.
 * @returns the post's id. Throws a Refusal 400 (too many pictures, a video beside others), 404 (no such place or uploaded
 * picture), 413 or 415 (picture), or 429 (too much today).
 */
export async function createPost({ db, pictures, quotas, jobs }: PublishingContext, post: NewPost): Promise<number> {
  const { authorId, text, placeId, choices, image, imageAlt, pictureIds, clientId, signal } = post
  const picturesCount = (image === null ? 0 : 1) + pictureIds.length
  if (picturesCount > postPicturesLimit) throw new Refusal(400, fieldsText.tooManyPictures)
  const published = clientId === null ? undefined : await findPublishedPost(db, authorId, clientId)
  if (published) return published.id
  if (!(await findPlace(db, authorId, placeId))) throw new Refusal(404, postsText.noSuchPlace)
  await quotas.refuseExhausted(db, authorId, { isPost: true, hasPicture: image !== null })
  const picture = image === null ? null : await pictures.save({ dataUrl: image, accountId: authorId, signal })
  const { id, isNew } = await pictures.claim(picture, () =>
    inTransaction(db, async (trx) => {
      const duplicate = clientId === null ? undefined : await lockPublication(trx, authorId, clientId)
      if (duplicate) return { id: duplicate.id, isNew: false }
      const uploaded = await claimPictures(trx, authorId, { ids: pictureIds, isAlone: picturesCount === 1 })
      const mediaIds = picture ? [await insertPicture(trx, picture, imageAlt), ...uploaded] : uploaded
      const newId = await insertPost(trx, { authorId, placeId, text, ...choices, mediaIds, clientId })
      if (newId === undefined) throw new Refusal(404, postsText.noSuchPlace)
      await storeHashtagsAndMentions({ trx, jobs }, { id: newId, author_id: authorId }, { text, before: '' })
      await quotas.count(trx, authorId, { posts: 1, picture })
      await jobs.add(trx, 'fanOut', { post: newId, audience: 'followers', after: 0 })
      return { id: newId, isNew: true }
    }),
  )
  if (picture && !isNew) await pictures.remove([picture.name])
  return id
}

/** Lets an author's repeats of one request pass one after the other. @returns the post, if one has published it. */
async function lockPublication(trx: Database, authorId: number, clientId: string) {
  await lockUsers(trx, [authorId])
  return findPublishedPost(trx, authorId, clientId)
}

/**
 * Takes uploaded pictures for a post, in their order. Throws a Refusal 404, or 400 for a video beside others.
 * @param uploads `isAlone`: the post has no other picture.
 */
async function claimPictures(
  trx: Database,
  authorId: number,
  { ids, isAlone }: { ids: number[]; isAlone: boolean },
): Promise<number[]> {
  if (ids.length === 0) return ids
  const claimed = await claimUploads(trx, authorId, ids)
  if (claimed.length < ids.length) throw new Refusal(404, postsText.noSuchPicture)
  if (!isAlone && claimed.some(({ video_ms }) => video_ms !== null)) throw new Refusal(400, postsText.videoAlone)
  return ids
}

/**
 * `imageAlts`: the descriptions of all pictures; null leaves them as they are. `mayOpen`: whether a post for followers may
 * become public.
 */
export type PostEdit = PostMutation & {
  text: string
  /** Undefined: as it is. */
  choices: { [Name in keyof ChoicesRow]: ChoicesRow[Name] | undefined }
  imageAlts: string[] | null
  mayOpen: boolean
}

/**
 * Changes text, visibility and descriptions of a post; what is reported of it stays with the reports. Of two changes at
 * once the last one counts. Throws a Refusal 404, 403 or 400 (nothing would be left, descriptions of other pictures).
 */
export function editPost(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { viewerId, postId, text, choices, imageAlts, mayOpen }: PostEdit,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const post = await lockPost(trx, viewerId, postId)
    if (!post) throw notFound()
    if (!isAuthor(viewerId, post)) throw new Refusal(403, postsText.notYoursToEdit)
    const before = await findEditablePost(trx, post.id)
    if (!before) throw notFound()
    const chosen = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
    const change = { ...before, text, ...chosen }
    const isOpened = before.followers_only && !change.followers_only
    if (isOpened && !mayOpen) throw new Refusal(403, platformText.notAllowedByToken)
    if (text === '' && before.text !== '') throw new Refusal(400, fieldsText.postTextRequired)
    const redescribed = await describePictures(trx, post.id, imageAlts)
    const isReworded = text !== before.text
    if (!redescribed && isDeepStrictEqual(change, before)) return
    if (isReworded || redescribed) await keepReportedWords(trx, post.id, isReworded ? before.text : null, redescribed)
    await updatePost(trx, post, change)
    await storeHashtagsAndMentions({ trx, jobs }, post, { text, before: before.text, isOpened })
    await jobs.add(trx, 'activity', { post: post.id })
  })
}

/** Changes the descriptions of a locked post's pictures. @returns those before; null if they stay as they are. */
async function describePictures(
  trx: Database,
  postId: LockedPost['id'],
  alts: string[] | null,
): Promise<string[] | null> {
  if (!alts) return null
  const pictures = await findDescribedPictures(trx, postId)
  if (alts.length !== pictures.length) throw new Refusal(400, postsText.otherPictures)
  const changed = pictures.flatMap(({ id, alt }, index) =>
    alts[index] === alt ? [] : [{ id, alt: alts[index] ?? '' }],
  )
  if (changed.length === 0) return null
  await updateDescriptions(
    trx,
    changed.map(({ id }) => id),
    changed.map(({ alt }) => alt),
  )
  return pictures.map(({ alt }) => alt)
}

/** Deletes a post with its likes, comments and pictures. Throws a Refusal 404 or 403. */
export async function deletePost(
  { db, pictures }: Pick<AppContext, 'db' | 'pictures'>,
  { viewerId, postId }: PostMutation,
): Promise<void> {
  const names = await inTransaction(db, async (trx) => {
    const post = await lockPost(trx, viewerId, postId)
    if (!post) throw notFound()
    if (!isAuthor(viewerId, post)) throw new Refusal(403, postsText.notYours)
    await deleteSpottedOfPost(trx, post)
    return deletePictures(trx, await deletePostRow(trx, postId))
  })
  // After the commit: a rolled back deletion keeps its pictures, and the sweep deletes the files that a crash leaves.
  await pictures.remove(names)
}

/** Likes a post, or removes the like. Throws a Refusal 404. */
export function likePost(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  { viewerId, postId }: PostMutation,
): Promise<PostLikeState> {
  return inTransaction(db, async (trx) => {
    const post = await lockPost(trx, viewerId, postId)
    const state = post && (await toggleLike(trx, viewerId, post))
    if (!state) throw notFound()
    const trigger = { kind: 'like' as const, post: postId }
    const notify = state.user_liked ? { recipientId: post.author_id, actorId: viewerId, trigger } : undefined
    await jobs.add(trx, 'activity', { post: postId, notify })
    return state
  })
}
