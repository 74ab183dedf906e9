import { postTextLimit } from '#contract/limits.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { MentionArea } from '#web/users/mentions/MentionArea.tsx'
import type { ChosenPictures } from './chosen-pictures.ts'
import { NewPostPictures } from './NewPostPictures.tsx'
import styles from './NewPostText.module.css'
import { postsText } from './posts.text.ts'

type NewPostTextProps = {
  text: string
  onText: (text: string) => void
  /** The problem if there is neither text nor picture. */
  problem: string | null
  pictures: ChosenPictures
}

/** The text field and the pictures, laid out like the post. */
export function NewPostText({ text, onText, problem, pictures }: NewPostTextProps) {
  const user = useCurrentUser()
  return (
    <div className={styles.sheet}>
      <div className={styles.labels}>
        <Avatar name={user?.username ?? ''} picture={user?.profile_pic} size={44} />
        <MentionArea
          className={styles.text}
          variant="bare"
          label={postsText.text}
          labelHidden
          placeholder={postsText.textPlaceholder}
          maxLength={postTextLimit}
          countdown
          rows={3}
          error={problem}
          value={text}
          onChange={onText}
        />
      </div>
      <NewPostPictures pictures={pictures} />
    </div>
  )
}
