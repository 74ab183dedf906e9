import { Info } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NewStoryForm } from '#web/stories/new/NewStoryForm.tsx'
import { PostKindSwitch } from '#web/stories/new/PostKindSwitch.tsx'
import { AlertDialog } from '#web/ui/AlertDialog.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useChosenPicture } from './chosen-picture.ts'
import { NewPostForm } from './NewPostForm.tsx'
import { NewPostInfo } from './NewPostInfo.tsx'
import styles from './NewPostPage.module.css'
import { postsText } from './posts.text.ts'

type Alert = { title: string; text: string }

/** The form for a post or a story; both share the chosen picture. */
export function NewPostPage() {
  const [search, setSearch] = useSearchParams()
  const [alert, setAlert] = useState<Alert | null>(null)
  const [isInfoOpen, setInfoOpen] = useState(false)
  const isStory = search.has('story')
  const picture = useChosenPicture(() => setAlert({ title: postsText.pictureTitle, text: postsText.unreadablePicture }))
  const form = { picture, onAlert: (title: string, text: string) => setAlert({ title, text }) }
  return (
    <>
      <title>{postsText.newTitle}</title>
      <PageHeader title={postsText.newTitle}>
        <IconButton label={postsText.info} aria-haspopup="dialog" onClick={() => setInfoOpen(true)}>
          <Info size={24} />
        </IconButton>
      </PageHeader>
      <div className={styles.form}>
        <PostKindSwitch isStory={isStory} onStory={(next) => setSearch(next ? 'story' : '', { replace: true })} />
        {isStory ? <NewStoryForm {...form} /> : <NewPostForm {...form} />}
      </div>
      <NewPostInfo open={isInfoOpen} onOpenChange={setInfoOpen} />
      <AlertDialog title={alert?.title ?? ''} text={alert?.text ?? null} onClose={() => setAlert(null)} />
    </>
  )
}
