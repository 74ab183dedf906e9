import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdministeredUser } from '#contract/moderation.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ListRow } from '#web/ui/ListRow.tsx'
import { preloadSheet } from '#web/ui/Sheet.tsx'
import { PersonLabel } from '#web/users/PersonLabel.tsx'
import { peopleText } from './people.text.ts'

const PersonOptions = lazyDialog(() => import('./PersonOptions.tsx'), 'PersonOptions')

function preload() {
  preloadSheet()
  PersonOptions.preload()
}

/** Somebody in the list of administrators. Administrators are left to the operator: they have no options. */
export function AdministeredRow({ person }: { person: AdministeredUser }) {
  const viewer = useCurrentUser()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const hasOptions = person.role !== 'administrator' && person.id !== viewer?.id
  return (
    <ListRow
      // The profile of a suspended user is not visible.
      {...(!person.is_suspended && { render: (props) => <Link to={pagePaths.profile(person.id)} {...props} /> })}
      trailing={
        hasOptions && (
          <>
            <IconButton
              label={peopleText.optionsOf(person.username)}
              aria-haspopup="dialog"
              onPointerEnter={preload}
              onFocus={preload}
              onClick={() => setMenuOpen(true)}
            >
              <Ellipsis size={20} aria-hidden />
            </IconButton>
            <PersonOptions person={person} open={isMenuOpen} onOpenChange={setMenuOpen} />
          </>
        )
      }
    >
      <PersonLabel person={person} bio={peopleText.about(person)} />
    </ListRow>
  )
}
