import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { postTextLimit } from '#contract/limits.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { NewStoryForm } from '#web/stories/new/NewStoryForm.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MentionArea } from '#web/users/mentions/MentionArea.tsx'
import { asOnePicture, type ChosenPictures, useChosenPictures } from './chosen-pictures.ts'
import { ComposerFrame } from './ComposerFrame.tsx'
import { NewPostPictures } from './NewPostPictures.tsx'
import { NewPostPlace } from './NewPostPlace.tsx'
import { PostChoiceFields } from './PostChoiceFields.tsx'
import { choicesOf, usePostDraft } from './post-draft.ts'
import { newPostText } from './new-post.text.ts'
import { findPublication, type Publication, usePublish } from './publications.api.ts'
import styles from './NewPostPage.module.css'

type NewPostTextProps = {
  text: string
  onText: (text: string) => void
  /** The problem if there is neither text nor picture. */
  problem: string | null
  pictures: ChosenPictures
}

/** The text field and the pictures, laid out like the post. */
function NewPostText({ text, onText, problem, pictures }: NewPostTextProps) {
  const user = useCurrentUser()
  return (
    <div className={styles.sheet}>
      <div className={styles.labels}>
        <Avatar name={user?.username ?? ''} picture={user?.profile_pic} size={44} />
        <MentionArea
          className={styles.text}
          variant="composer"
          label={newPostText.text}
          placeholder={newPostText.textPlaceholder}
          maxLength={postTextLimit}
          rows={3}
          error={problem}
          value={text}
          onChange={onText}
        />
      </div>
      <NewPostPictures pictures={pictures} />
    </div>
  )
}

type NewPostFormProps = {
  pictures: ChosenPictures
  /** A post that was not published, to be corrected. */
  refused: Publication | undefined
}

function NewPostForm({ pictures, refused }: NewPostFormProps) {
  const user = useCurrentUser()
  const { draft, change, clear } = usePostDraft(user?.id ?? 0, refused)
  const publish = usePublish(refused)
  const [wasTried, setTried] = useState(false)

  const { place } = draft
  const text = draft.text.trim()
  const isEmpty = text === ''
  const tryToPublish = () => {
    setTried(true)
    if (isEmpty || !place) return
    publish({
      ...draft,
      is_story: false,
      text,
      pictures: pictures.list.map(({ image, alt, video }) => ({ image, alt, video })),
    })
    clear()
  }

  return (
    <ComposerFrame
      isStory={false}
      isKindFixed={refused !== undefined}
      title={newPostText.newTitle}
      publishLabel={newPostText.publish}
      busy={pictures.isPreparing}
      onPublish={tryToPublish}
    >
      <NewPostText
        text={draft.text}
        onText={(next) => change({ text: next })}
        problem={wasTried && isEmpty ? newPostText.textMissing : null}
        pictures={pictures}
      />
      <NewPostPlace
        place={place}
        onPlace={({ id, name, town, province }) => change({ place: { id, name, town, province } })}
        problem={wasTried && !place ? newPostText.placeMissing : null}
      />
      <PostChoiceFields choices={choicesOf(draft)} onChange={change} />
    </ComposerFrame>
  )
}

/** The form for a post or a story, or for one that was not published. */
export function NewPostPage() {
  const [search] = useSearchParams()
  const refusedId = search.get('refused')
  if (refusedId !== null) return <RefusedPost clientId={refusedId} />
  return <NewPost isStory={search.has('story')} />
}

/** Both kinds share the first chosen picture. */
function NewPost({ isStory, refused }: { isStory: boolean; refused?: Publication }) {
  const pictures = useChosenPictures(refused?.pictures)
  return isStory ? (
    <NewStoryForm picture={asOnePicture(pictures)} refused={refused} />
  ) : (
    <NewPostForm pictures={pictures} refused={refused} />
  )
}

function RefusedPost({ clientId }: { clientId: string }) {
  const { data: refused, isPending } = useQuery({
    queryKey: ['posts', 'publication', clientId],
    queryFn: () => findPublication(clientId),
    networkMode: 'always',
    gcTime: 0,
    staleTime: Infinity,
  })
  if (isPending) return null
  // It has been published or deleted meanwhile.
  if (!refused) return <Navigate replace to={pagePaths.newSpot} />
  return <NewPost isStory={refused.is_story} refused={refused} />
}
