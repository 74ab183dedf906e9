import { Bookmark, Ellipsis, Settings } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Profile } from '#contract/users.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { usersText } from './users.text.ts'

const ModerationSheet = lazyDialog(() => import('#web/moderation/ModerationSheet.tsx'), 'ModerationSheet')

function preload() {
  preloadSheet()
  ModerationSheet.preload()
}

type ProfileControlsProps = {
  isOwn: boolean
  /** Undefined while it loads. */
  person: Profile | undefined
  onBlocked: () => void
}

/** The buttons in the page header: saved posts and settings on the viewer's own profile, otherwise a menu. */
export function ProfileControls({ isOwn, person, onBlocked }: ProfileControlsProps) {
  const [open, setOpen] = useState(false)
  if (isOwn)
    return (
      <>
        <IconButton
          tone="ink"
          label={usersText.bookmarks}
          render={(props) => <Link to={pagePaths.savedPosts} {...props} />}
        >
          <Bookmark size={24} aria-hidden />
        </IconButton>
        <IconButton
          tone="ink"
          label={usersText.settings}
          render={(props) => <Link to={pagePaths.settings} {...props} />}
        >
          <Settings size={24} aria-hidden />
        </IconButton>
      </>
    )
  if (!person) return null
  return (
    <>
      <IconButton
        label={usersText.options}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Ellipsis size={24} aria-hidden />
      </IconButton>
      <ModerationSheet
        title={usersText.options}
        target={{ target_type: 'user', target_id: person.id }}
        person={person}
        open={open}
        onOpenChange={setOpen}
        onBlocked={onBlocked}
      />
    </>
  )
}
