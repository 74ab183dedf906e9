import { useInfiniteQuery } from '@tanstack/react-query'
import { Globe, UsersRound } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { Segmented } from '#web/ui/Choices.tsx'
import { profileQuery } from '#web/users/users.api.ts'
import { newPostText } from './new-post.text.ts'

type PostVisibilityProps = {
  privacy: Parameters<typeof newPostText.whoSees>[0]
  profile?: Parameters<typeof newPostText.whoSees>[1]
}

/** The one sentence about who sees a person's posts, in the composer, when editing and in the settings. */
export const PostVisibility = ({ privacy, profile }: PostVisibilityProps) => newPostText.whoSees(privacy, profile)

const options = [
  { value: 'public', label: newPostText.public, icon: <Globe size={18} aria-hidden /> },
  { value: 'followers', label: newPostText.followers, icon: <UsersRound size={18} aria-hidden /> },
] as const

type NewPostPrivacyProps = { privacy: Post['privacy']; onPrivacy: (privacy: Post['privacy']) => void }

export function NewPostPrivacy({ privacy, onPrivacy }: NewPostPrivacyProps) {
  const profile = useInfiniteQuery(profileQuery(useCurrentUser()?.id ?? 0)).data?.pages[0]?.user.profile_visibility
  return (
    <Stack gap={2}>
      <Segmented label={newPostText.visibility} options={options} value={privacy} onChange={onPrivacy} />
      <Muted size="label" centred padding="0 4">
        <PostVisibility privacy={privacy} profile={profile} />
      </Muted>
    </Stack>
  )
}
