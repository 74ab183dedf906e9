import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { type PostDraft, usePostDraft } from './post-draft.ts'

type NewPostLinkProps = { place: PostDraft['place']; className: string; children: ReactNode }

/** Leads to the draft of a post, from now on at a place. */
export function NewPostLink({ place, ...link }: NewPostLinkProps) {
  const user = useCurrentUser()
  const { change } = usePostDraft(user?.id ?? 0)
  return <Link to={pagePaths.newSpot} onClick={() => change({ place })} {...link} />
}
