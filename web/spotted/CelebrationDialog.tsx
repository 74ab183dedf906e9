import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './CelebrationDialog.module.css'
import { requestsText } from './requests.text.ts'

type Person = { id: number; username: string; profile_pic: string | null }

type CelebrationDialogProps = {
  /** Null: closed. */
  person: Person | null
  viewer: Pick<Person, 'username' | 'profile_pic'>
  text: (username: string) => string
  onClose: () => void
}

/** Stars of the night in the drawings, in per cent of the scene and pixels. */
const stars = [
  [14, 26, 10],
  [27, 70, 7],
  [40, 16, 8],
  [62, 14, 12],
  [76, 72, 9],
  [88, 30, 11],
] as const

/** The moment after a confirmation: the two who have found each other. */
export const CelebrationDialog = ({ person, viewer, text, onClose }: CelebrationDialogProps) => (
  <Dialog
    open={person !== null}
    onOpenChange={onClose}
    title={requestsText.celebrationTitle}
    text={person && text(person.username)}
    actions={
      person && (
        <>
          <Button variant="outline" size="small" onClick={onClose}>
            {requestsText.close}
          </Button>
          <Button
            size="small"
            className={styles.write}
            render={(props) => <Link to={pagePaths.conversation(person.id)} {...props} />}
          >
            {requestsText.write(person.username)}
          </Button>
        </>
      )
    }
  >
    {person && (
      <div className={styles.scene} aria-hidden>
        {stars.map(([left, top, size]) => (
          <svg
            key={left}
            className={styles.star}
            style={{ left: `${left}%`, top: `${top}%` }}
            viewBox="-10 -10 20 20"
            width={size * 2}
            height={size * 2}
          >
            <path d="M0-10Q1.6-1.6 10 0 1.6 1.6 0 10-1.6 1.6-10 0-1.6-1.6 0-10Z" fill="currentColor" />
          </svg>
        ))}
        <span className={styles.left}>
          <Avatar name={viewer.username} picture={viewer.profile_pic} size={88} />
        </span>
        <span className={styles.right}>
          <Avatar name={person.username} picture={person.profile_pic} size={88} />
        </span>
      </div>
    )}
  </Dialog>
)
