import { CircleAlert, CloudOff, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { postsText } from '#web/posts/posts.text.ts'
import {
  discardPublication,
  type Publication,
  retryPublication,
  usePublications,
  useStalledPublicationId,
} from '#web/posts/publications.api.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useSentPart } from '#web/media/uploads.api.ts'
import { publishingText } from './publishing.text.ts'
import headerStyles from '#web/posts/PostHeader.module.css'
import styles from './Publications.module.css'

type PublicationStateProps = { publication: Publication; isStalled: boolean }

function PublicationState({ publication, isStalled }: PublicationStateProps) {
  const { refusal } = publication
  if (refusal !== null) return <Refused publication={publication} reason={refusal} />
  if (isStalled)
    return (
      <div className={classNames(styles.state, styles.stalled)}>
        <output className={styles.words}>
          <CloudOff size={20} aria-hidden />
          {publishingText.stalled}
        </output>
        <DeleteButton publication={publication} />
      </div>
    )
  return <Progress publication={publication} />
}

function Progress({ publication: { client_id, pictures } }: { publication: Publication }) {
  const sentPart = useSentPart(client_id)
  const count = pictures.length
  const done = pictures.filter(({ picture_id }) => picture_id !== undefined).length
  return (
    <div className={styles.state}>
      <output className={styles.words}>
        <Spinner label={null} size={20} />
        {count > 1 ? publishingText.uploading(done, count) : publishingText.publishing}
      </output>
      {sentPart !== undefined && <ProgressBar label={publishingText.videoProgress} value={sentPart} />}
      {count > 1 && <ProgressBar label={publishingText.progress} value={done} max={count} />}
    </div>
  )
}

function Refused({ publication, reason }: { publication: Publication; reason: string }) {
  const { is_in_doubt, client_id } = publication
  return (
    <div className={styles.state}>
      <p className={styles.refused} role="alert">
        <CircleAlert size={20} aria-hidden />
        <span>
          <strong>{publishingText.refused}</strong> {reason}
        </span>
      </p>
      <Row wrap gap={2}>
        <Button variant="soft" size="small" onClick={() => void retryPublication(publication)}>
          {publishingText.retry}
        </Button>
        {/* What may have arrived is not published a second time with other words. */}
        {!is_in_doubt && (
          <Button
            variant="outline"
            size="small"
            render={(props) => <Link to={pagePaths.refusedPost(client_id)} {...props} />}
          >
            {publishingText.edit}
          </Button>
        )}
        <DeleteButton publication={publication} />
      </Row>
    </div>
  )
}

function DeleteButton({ publication: { client_id } }: { publication: Publication }) {
  const { confirm, confirmation } = useConfirm()
  const ask = () =>
    confirm({
      danger: true,
      title: publishingText.deleteTitle,
      text: publishingText.deleteQuestion,
      confirmLabel: publishingText.delete,
      onConfirm: () => discardPublication(client_id),
    })
  return (
    <>
      <DialogButton variant="quiet" size="small" onClick={ask}>
        {publishingText.delete}
      </DialogButton>
      {confirmation}
    </>
  )
}

type PublicationCardProps = { publication: Publication; isStalled: boolean }

/** A post as its card will be, or a story in short, with the progress of its publication. */
function PublicationCard({ publication, isStalled }: PublicationCardProps) {
  const user = useCurrentUser()
  const { is_story, text, place, pictures } = publication
  const [first] = pictures
  return (
    <li className={styles.card}>
      <div className={headerStyles.header}>
        {is_story && first ? (
          <img
            className={styles.thumbnail}
            src={first.image}
            alt={first.alt || (first.video ? publishingText.video : publishingText.picture(1, 1))}
          />
        ) : (
          <Avatar name={user?.username ?? ''} picture={user?.profile_pic} size={44} />
        )}
        <div className={styles.labels}>
          <p className={styles.name}>{is_story ? publishingText.story : user?.username}</p>
          <p className={styles.place}>
            {place && (
              <>
                <MapPin className={headerStyles.pin} size={14} aria-hidden />
                <span dir="auto" className={headerStyles.placeName}>
                  {place.name}
                </span>
              </>
            )}
            {!publication.is_story && publication.privacy === 'followers' && <span>{postsText.followersOnly}</span>}
          </p>
        </div>
      </div>
      <PublicationState publication={publication} isStalled={isStalled} />
      {!is_story && first && (
        <div className={styles.frame}>
          <img
            className={styles.picture}
            src={first.image}
            alt={first.alt || (first.video ? publishingText.video : publishingText.picture(1, pictures.length))}
          />
          {first.video && <PlayMark />}
          {pictures.length > 1 && (
            <span className={styles.count} aria-hidden>
              {publishingText.count(pictures.length)}
            </span>
          )}
        </div>
      )}
      {text && (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      )}
    </li>
  )
}

/** The posts and stories that the server has not confirmed yet, the newest first, as the feed will have them. */
export function Publications() {
  const publications = usePublications()
  const stalledId = useStalledPublicationId()
  if (publications.length === 0) return null
  return (
    <Stack as="ul" aria-label={publishingText.list}>
      {publications.toReversed().map((publication) => (
        <PublicationCard
          key={publication.client_id}
          publication={publication}
          isStalled={publication.client_id === stalledId}
        />
      ))}
    </Stack>
  )
}
