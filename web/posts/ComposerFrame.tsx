import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import { PostKindSwitch } from '#web/stories/new/PostKindSwitch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { HeaderEnd } from '#web/ui/header-end.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import styles from './ComposerFrame.module.css'
import { NewPostInfo } from './NewPostInfo.tsx'
import { postsText } from './posts.text.ts'

type ComposerFrameProps = {
  isStory: boolean
  /** A corrected post stays a post, a corrected story a story. */
  isKindFixed: boolean
  title: string
  /** The accessible name of the button that publishes. */
  publishLabel: string
  busy: boolean
  onPublish: () => void
  children: ReactNode
}

/** The form for a post or a story fills the screen; the button that publishes stays at its top. */
export function ComposerFrame({
  isStory,
  isKindFixed,
  title,
  publishLabel,
  busy,
  onPublish,
  children,
}: ComposerFrameProps) {
  const [, setSearch] = useSearchParams()
  const [isInfoOpen, setInfoOpen] = useState(false)
  const goBack = useGoBack()
  return (
    <div className={styles.composer}>
      <title>{title}</title>
      {/* Nothing else stands beside what publishes. */}
      <HeaderEnd value={null}>
        <PageHeader title={title} onBack={goBack}>
          <IconButton label={postsText.info} aria-haspopup="dialog" onClick={() => setInfoOpen(true)}>
            <Info size={24} />
          </IconButton>
          <Button className={styles.publish} size="small" busy={busy} aria-label={publishLabel} onClick={onPublish}>
            {postsText.publish}
          </Button>
        </PageHeader>
      </HeaderEnd>
      <div className={styles.form}>
        {!isKindFixed && (
          <PostKindSwitch isStory={isStory} onStory={(next) => setSearch(next ? 'story' : '', { replace: true })} />
        )}
        {children}
      </div>
      <NewPostInfo open={isInfoOpen} onOpenChange={setInfoOpen} />
    </div>
  )
}
