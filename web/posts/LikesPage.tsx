import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/navigation/go-back.ts'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeopleList } from '#web/users/PeopleList.tsx'
import { likesQuery } from './likes.api.ts'
import { PostUnavailable } from './PostUnavailable.tsx'
import { postsText } from './posts.text.ts'

export function LikesPage() {
  const { postId } = useParams()
  const likes = useInfiniteQuery(likesQuery(Number(postId)))
  const goBack = useGoBack()
  return (
    <>
      <title>{postsText.likesTitle}</title>
      <PageHeader title={postsText.likesTitle} onBack={goBack} />
      <PeopleList
        label={postsText.likesTitle}
        query={likes}
        empty={<EmptyState drawing={drawing} title={postsText.noLikes} text={postsText.noLikesText} />}
        unavailable={<PostUnavailable />}
      />
    </>
  )
}
