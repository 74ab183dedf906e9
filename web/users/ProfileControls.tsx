import { Ellipsis, MessageCircle, Settings } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/users.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { usersText } from './users.text.ts'

const loadModeration = () => import('#web/moderation/ModerationSheet.tsx')
const ModerationSheet = lazy(() => loadModeration().then((module) => ({ default: module.ModerationSheet })))

function preload() {
  preloadSheet()
  void loadModeration().catch(() => undefined)
}

type ProfileControlsProps = {
  isOwn: boolean
  /** Undefined while it loads. */
  person: Profile | undefined
  onBlocked: () => void
}

/** In the header: settings for oneself; for the others chat, and what one may do about them. */
export function ProfileControls({ isOwn, person, onBlocked }: ProfileControlsProps) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  if (isOwn)
    return (
      <IconButton
        tone="ink"
        label={usersText.settings}
        render={(clothes) => <Link to={pagePaths.settings} {...clothes} />}
      >
        <Settings size={24} aria-hidden />
      </IconButton>
    )
  if (!person) return null
  return (
    <>
      <IconButton
        label={usersText.options}
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={24} aria-hidden />
      </IconButton>
      <IconButton
        tone="ink"
        label={usersText.chat}
        render={(clothes) => <Link to={pagePaths.conversation(person.id)} {...clothes} />}
      >
        <MessageCircle size={24} aria-hidden />
      </IconButton>
      {wanted && (
        <Suspense fallback={null}>
          <ModerationSheet
            title={usersText.options}
            target={{ target_type: 'user', target_id: person.id }}
            person={person}
            open={open}
            onOpenChange={setOpen}
            onBlocked={onBlocked}
          />
        </Suspense>
      )}
    </>
  )
}
