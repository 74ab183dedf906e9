import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useGoBack } from '#web/app/go-back.ts'
import { isGone, sentenceOf } from '#web/platform/api-errors.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import drawing from '#web/ui/drawings/heart-sunset.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './LikesPage.module.css'
import { likesQuery } from './posts.api.ts'
import { PostUnavailable } from './PostUnavailable.tsx'
import { postsText } from './posts.text.ts'

export function LikesPage() {
  const { postId } = useParams()
  const likes = useInfiniteQuery(likesQuery(Number(postId)))
  const goBack = useGoBack()
  const people = likes.data?.pages.flatMap((page) => page.likes)
  return (
    <>
      <title>{postsText.likesTitle}</title>
      <PageHeader title={postsText.likesTitle} onBack={goBack} />
      {people?.length === 0 && <EmptyState drawing={drawing} title={postsText.noLikes} text={postsText.noLikesText} />}
      {isGone(likes.error) && <PostUnavailable />}
      {!people && likes.isError && !isGone(likes.error) && <LoadFailure text={sentenceOf(likes.error)} onRetry={() => void likes.refetch()} />}
      <ul className={styles.list} aria-busy={likes.isPending}>
        {likes.isPending && [140, 96, 170, 120, 150].map((width) => <PersonSkeleton key={width} width={width} />)}
        {people?.map((person) => (
          <li key={person.id} className={styles.person}>
            <Avatar name={person.username} picture={person.profile_pic} size={48} />
            <span className={styles.name}>{person.username}</span>
          </li>
        ))}
      </ul>
      <NextPage query={likes} />
    </>
  )
}

const PersonSkeleton = ({ width }: { width: number }) => (
  <li className={styles.person}>
    <Skeleton round="circle" width={48} height={48} />
    <Skeleton width={width} height={15} />
  </li>
)
