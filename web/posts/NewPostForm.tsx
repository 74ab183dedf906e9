import { useState } from 'react'
import { useCurrentUser } from '#web/platform/current-user.ts'
import type { ChosenPictures } from './chosen-pictures.ts'
import { ComposerFrame } from './ComposerFrame.tsx'
import { NewPostPlace } from './NewPostPlace.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { NewPostText } from './NewPostText.tsx'
import { usePostDraft } from './post-draft.ts'
import { postsText } from './posts.text.ts'
import { type Publication, usePublish } from './publications.api.ts'

type NewPostFormProps = {
  pictures: ChosenPictures
  /** A post that was not published, to be corrected. */
  refused: Publication | undefined
}

export function NewPostForm({ pictures, refused }: NewPostFormProps) {
  const user = useCurrentUser()
  const { draft, change, clear } = usePostDraft(user?.id ?? 0, refused)
  const publish = usePublish(refused)
  const [wasTried, setTried] = useState(false)

  const { place, privacy } = draft
  const text = draft.text.trim()
  const isEmpty = text === '' && pictures.list.length === 0
  const tryToPublish = () => {
    setTried(true)
    if (isEmpty || !place) return
    publish({
      is_story: false,
      text,
      place,
      privacy,
      pictures: pictures.list.map(({ image, alt }) => ({ image, alt })),
    })
    clear()
  }

  return (
    <ComposerFrame
      isStory={false}
      isKindFixed={refused !== undefined}
      title={postsText.newTitle}
      publishLabel={postsText.publish}
      busy={pictures.isPreparing}
      onPublish={tryToPublish}
    >
      <NewPostText
        text={draft.text}
        onText={(next) => change({ text: next })}
        problem={wasTried && isEmpty ? postsText.textMissing : null}
        pictures={pictures}
      />
      <NewPostPlace
        place={place}
        onPlace={({ id, name, town }) => change({ place: { id, name, town } })}
        problem={wasTried && !place ? postsText.placeMissing : null}
      />
      <NewPostPrivacy privacy={privacy} onPrivacy={(next) => change({ privacy: next })} />
    </ComposerFrame>
  )
}
