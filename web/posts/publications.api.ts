import { useNavigate } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { call } from '#web/platform/api.ts'
import { createOutbox } from '#web/platform/outbox/outbox.ts'
import type { OutboxItem } from '#web/platform/outbox/outbox-table.ts'
import { addStory } from '#web/stories/stories.api.ts'
import { showToast } from '#web/ui/toast.ts'
import { choicesOf, type PostDraft, sentChoices } from './post-draft.ts'
import { addPost } from './posts.api.ts'
import { publishingText } from './publishing/publishing.text.ts'

/** A picture of a post or story; `picture_id` is that of its upload, once the server has it. */
type PublishedPicture = { image: string; alt: string; video?: Blob | undefined; picture_id?: number | undefined }

export type PublicationContent = { pictures: PublishedPicture[] } & (
  | ({ is_story: false } & PostDraft)
  | ({ is_story: true } & Pick<PostDraft, 'text' | 'place'>)
)

/** A post or story that the server has not confirmed yet. Stored on the device, so the fields keep their names. */
export type Publication = PublicationContent & OutboxItem

type Published = Pick<Output<'createSpot'>, 'post'> | Pick<Output<'createStory'>, 'story'>

type Keep = (publication: Publication) => Promise<void>

/** After a day nobody expects a post to appear any more, and the server has deleted its uploads. */
const maxWaitMs = 24 * 60 * 60 * 1000

const loadVideoUpload = () => import('#web/media/uploads.api.ts')

/**
 * Uploads what has not arrived in an earlier attempt: one after the other, as the server takes them.
 * @returns the ids.
 */
async function uploadPictures(publication: Publication, keep: Keep) {
  const { user_id, client_id } = publication
  const pictures = [...publication.pictures]
  for (const [index, picture] of pictures.entries()) {
    if (picture.picture_id !== undefined) continue
    const { image, alt, video } = picture
    const { picture_id } = video
      ? await (await loadVideoUpload()).uploadVideo(client_id, { user_id, video, image, image_alt: alt })
      : await call('uploadPicture', { user_id, image, image_alt: alt })
    pictures[index] = { ...picture, picture_id }
    await keep({ ...publication, pictures: [...pictures] })
  }
  return pictures.map(({ picture_id }) => picture_id)
}

/** One picture goes with the post, several or a video before it. */
async function publishPost(publication: Publication & { is_story: false }, keep: Keep): Promise<Published> {
  const { user_id, client_id, text, place } = publication
  const post = { user_id, client_id, text, location_id: place?.id ?? 0, ...sentChoices(choicesOf(publication)) }
  const [only, ...others] = publication.pictures
  if (!only) return call('createSpot', post)
  if (others.length === 0 && !only.video) return call('createSpot', { ...post, image: only.image, image_alt: only.alt })
  return call('createSpot', { ...post, picture_ids: (await uploadPictures(publication, keep)).join(',') })
}

/** A picture goes with the story, a video before it. */
async function publishStory(publication: Publication, keep: Keep): Promise<Published> {
  const { user_id, client_id, text, place, pictures } = publication
  const story = { user_id, client_id, caption: text, ...(place && { location_id: place.id }) }
  const { image = '', alt = '', video } = pictures[0] ?? {}
  if (!video) return call('createStory', { ...story, image, image_alt: alt })
  const [picture_id] = await uploadPictures(publication, keep)
  return call('createStory', { ...story, picture_id })
}

const outbox = createOutbox<PublicationContent, Published>('publications', {
  send: (one, keep) => (one.is_story ? publishStory(one, keep) : publishPost(one, keep)),
  onSent(published) {
    if ('post' in published) addPost(published.post)
    else addStory(published.story)
    showToast('post' in published ? publishingText.postPublished : publishingText.storyPublished)
  },
  onRefused({ is_story }) {
    // The feed shows the reason on the card.
    if (window.location.pathname !== pagePaths.feed) showToast(publishingText.notPublished(is_story), 'danger')
  },
  maxWaitMs,
})

/** The viewer's posts and stories that are not published yet, oldest first. */
export const usePublications = outbox.usePending
/** The id of the publication that does not get through, and is retried. */
export const useStalledPublicationId = outbox.useStalledId
export const findPublication = outbox.find
export const discardPublication = outbox.discard
/** Publishes pending posts and stories, also those of earlier visits, until the returned function is called. */
export const startPublishing = outbox.start

/**
 * Returns a function that publishes in the background and leads to the feed, which shows the progress. @param refused
 * the refused publication that it corrects.
 */
export function usePublish(refused?: Publication) {
  const navigate = useNavigate()
  return (content: PublicationContent) => {
    void outbox.queue(content, refused?.client_id)
    // Back leads to where the person was before the form.
    void navigate(pagePaths.feed, { replace: true })
  }
}

/**
 * Publishes a refused or abandoned publication again. Its uploads may be deleted by now, unless the answer is in doubt.
 */
export const retryPublication = (publication: Publication): Promise<void> =>
  outbox.retry({
    ...publication,
    written_at: Date.now(),
    ...(!publication.is_in_doubt && {
      pictures: publication.pictures.map((picture) => ({ ...picture, picture_id: undefined })),
    }),
  })
