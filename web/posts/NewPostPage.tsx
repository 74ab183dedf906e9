import { Info } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { ApiError } from '#web/platform/api-errors.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { AlertDialog } from '#web/ui/AlertDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NewPostInfo } from './NewPostInfo.tsx'
import styles from './NewPostPage.module.css'
import { NewPostPlace } from './NewPostPlace.tsx'
import { NewPostPrivacy } from './NewPostPrivacy.tsx'
import { NewPostText } from './NewPostText.tsx'
import { usePostDraft } from './post-draft.ts'
import { useCreateSpot } from './posts.api.ts'
import { postsText } from './posts.text.ts'
import { Publishing } from './Publishing.tsx'

type Alert = { title: string; text: string }

export function NewPostPage() {
  const user = useCurrentUser()
  const { draft, change, clear } = usePostDraft(user?.id ?? 0)
  const [image, setImage] = useState<string | null>(null)
  const [alert, setAlert] = useState<Alert | null>(null)
  const [isInfoOpen, setInfoOpen] = useState(false)
  const { mutate: createSpot, isPending } = useCreateSpot()
  const navigate = useNavigate()

  const published = () => {
    clear()
    showToast(postsText.published)
    void navigate(paths.feed)
  }
  const publish = () => {
    const text = draft.text.trim()
    if (!text) return setAlert({ title: postsText.almost, text: postsText.textMissing })
    if (!draft.place) return setAlert({ title: postsText.almost, text: postsText.placeMissing })
    createSpot(
      { text, location_id: draft.place.id, privacy: draft.privacy, image },
      { onSuccess: published, onError: (error) => setAlert({ title: postsText.notPublished, text: failure(error) }) },
    )
  }

  return (
    <>
      <title>{postsText.newTitle}</title>
      <PageHeader title={postsText.newTitle}>
        <IconButton label={postsText.info} aria-haspopup="dialog" onClick={() => setInfoOpen(true)}>
          <Info size={24} />
        </IconButton>
      </PageHeader>
      <div className={styles.form}>
        <NewPostText
          text={draft.text}
          onText={(text) => change({ text })}
          image={image}
          onImage={setImage}
          onUnreadable={() => setAlert({ title: postsText.pictureTitle, text: postsText.unreadable })}
        />
        <NewPostPlace place={draft.place} onPlace={({ id, name, town }) => change({ place: { id, name, town } })} />
        <NewPostPrivacy privacy={draft.privacy} onPrivacy={(privacy) => change({ privacy })} />
        <Button wide onClick={publish}>
          {postsText.publish}
        </Button>
      </div>
      <NewPostInfo open={isInfoOpen} onOpenChange={setInfoOpen} />
      <Publishing open={isPending} />
      <AlertDialog title={alert?.title ?? ''} text={alert?.text ?? null} onClose={() => setAlert(null)} />
    </>
  )
}

const failure = (error: Error) => (error instanceof ApiError ? postsText.error(error.message) : postsText.network)
