import { useInfiniteQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/auth.ts'
import type { PresentedUser } from '#contract/listed-user.ts'
import { conversationsQuery } from '#web/chat/chat.api.ts'
import { chatText } from '#web/chat/chat.text.ts'
import { followingQuery } from '#web/users/users.api.ts'

const matches = ({ username, display_name }: PresentedUser, query: string) =>
  [username, display_name ?? ''].some((name) =>
    name.toLocaleLowerCase('it').includes(query.trim().toLocaleLowerCase('it')),
  )

/** People to whom the viewer may write: those of their conversations, and those they follow. */
export function useKnownPeople(viewer: CurrentUser, query: string, isEnabled: boolean) {
  const recent = useInfiniteQuery({ ...conversationsQuery('chats'), enabled: isEnabled })
  const followed = useInfiniteQuery({ ...followingQuery(viewer.id), enabled: isEnabled })
  const recentPeople = recent.data?.pages
    .flatMap((page) => page.conversations)
    .filter(({ can_write }) => can_write)
    .map(({ user }) => user)
  const otherPeople = followed.data?.pages
    .flatMap((page) => page.people)
    .filter(({ id }) => !recentPeople?.some((person) => person.id === id))
  const groups: { title: string; people: PresentedUser[] }[] = [
    { title: chatText.shareRecent, people: recentPeople ?? [] },
    { title: chatText.shareFollowed, people: otherPeople ?? [] },
  ]
    .map(({ title, people }) => ({ title, people: people.filter((person) => matches(person, query)) }))
    .filter(({ people }) => people.length > 0)
  return { groups, followed, isLoading: recent.isPending || followed.isPending }
}
