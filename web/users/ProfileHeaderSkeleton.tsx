import { PostCardSkeleton } from '#web/posts/PostCardSkeleton.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './ProfileHeaderSkeleton.module.css'
import { usersText } from './users.text.ts'

/** Shown while a profile loads. */
export const ProfileHeaderSkeleton = () => (
  <div aria-busy>
    <output className="visually-hidden">{usersText.loading}</output>
    <div className={styles.head}>
      <Skeleton round="circle" width={104} height={104} />
      <Skeleton width={150} height={26} />
      <Skeleton width={230} height={15} />
      <Skeleton width={300} height={52} round="photo" />
    </div>
    <PostCardSkeleton picture={false} />
  </div>
)
