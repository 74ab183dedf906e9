import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { horizontalListSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { ArrowLeft, ArrowRight, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { pictureAltLimit, videoLimits } from '#contract/limits.ts'
import { platformText } from '#web/platform/platform.text.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PlayMark } from '#web/ui/PlayMark.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import type { ChosenPictures, ListedPicture } from './chosen-pictures.ts'
import styles from './NewPostPictures.module.css'
import { CropButton } from './NewPostPicture.tsx'
import { newPostText } from './new-post.text.ts'
import { PictureButtons } from './PictureButtons.tsx'
import { postsText } from './posts.text.ts'

/** A finger that moves earlier scrolls the page; a mouse that moves less clicks. */
const touchActivation = { activationConstraint: { delay: 180, tolerance: 8 } }
const mouseActivation = { activationConstraint: { distance: 5 } }

const problemTexts = {
  unreadable: platformText.unreadablePicture,
  tooMany: newPostText.tooManyPictures,
  videoAlone: newPostText.videoAlone,
  hasVideo: newPostText.hasVideo,
}

/** The pictures of a new post in a strip, where each is described, cropped, moved and removed. */
export function NewPostPictures({ pictures }: { pictures: ChosenPictures }) {
  const { list, isPreparing, problem, add, hasRoomForVideo, addVideo, move } = pictures
  const [editedKey, setEditedKey] = useState<number | null>(null)
  const sensors = useSensors(useSensor(TouchSensor, touchActivation), useSensor(MouseSensor, mouseActivation))
  const placeOf = (key: unknown) => list.findIndex((picture) => picture.key === key)
  const drop = ({ active, over }: DragEndEvent) => {
    const picture = list[placeOf(active.id)]
    if (picture && over && over.id !== active.id) move(picture.key, placeOf(over.id))
  }
  return (
    <Stack>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: { draggable: '' },
          // The buttons of a photo move it without dragging.
          announcements: {
            onDragStart: () => undefined,
            onDragOver: () => undefined,
            onDragEnd: ({ over }) => (over ? newPostText.pictureMoved(placeOf(over.id) + 1, list.length) : undefined),
            onDragCancel: () => undefined,
          },
        }}
        onDragEnd={drop}
      >
        <SortableContext items={list.map(({ key }) => key)} strategy={horizontalListSortingStrategy}>
          <ol className={classNames(styles.strip, list.length === 1 && styles.single)}>
            {list.map((picture, index) => (
              <Photo
                key={picture.key}
                picture={picture}
                index={index}
                count={list.length}
                onEdit={() => setEditedKey(picture.key)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <PictureButtons
        problem={problem && problemTexts[problem]}
        multiple
        isPreparing={isPreparing}
        longestVideoSeconds={videoLimits.seconds}
        hasRoomForVideo={hasRoomForVideo}
        onPhoto={add}
        onVideo={addVideo}
      />
      <NewPictureDialog
        key={editedKey}
        index={placeOf(editedKey)}
        pictures={pictures}
        open={editedKey !== null}
        onClose={() => setEditedKey(null)}
      />
    </Stack>
  )
}

type PhotoProps = { picture: ListedPicture; index: number; count: number; onEdit: () => void }

/** A picture in the shape it will have. A press opens what can be done with it; dragging changes the order. */
function Photo({ picture: { key, image, alt, video }, index, count, onEdit }: PhotoProps) {
  const isDescribed = alt.trim() !== ''
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: key, disabled: count === 1 })
  return (
    <li
      ref={setNodeRef}
      className={classNames(styles.photo, isDragging && styles.dragged)}
      style={{ transform: transform ? `translate3d(${transform.x}px, 0, 0)` : undefined, transition }}
    >
      <DialogButton as="button" type="button" className={styles.press} {...listeners} onClick={onEdit}>
        <span className="visually-hidden">
          {video ? newPostText.editVideo(isDescribed) : newPostText.editPicture(index + 1, count, isDescribed)}{' '}
        </span>
        <img
          className={styles.picture}
          src={image}
          draggable={false}
          alt={count === 1 ? newPostText.preview(video !== undefined) : newPostText.previewOf(index + 1, count)}
        />
        {video && <PlayMark />}
        <span className={styles.mark} aria-hidden>
          {isDescribed ? newPostText.described : <Pencil size={16} />}
        </span>
      </DialogButton>
    </li>
  )
}

type NewPictureDialogProps = {
  pictures: ChosenPictures
  /** The place of the picture among them. */
  index: number
  open: boolean
  onClose: () => void
}

/** One picture of a new post: its description, its crop, its place among the others. */
function NewPictureDialog({ pictures, index, open, onClose }: NewPictureDialogProps) {
  const { list, describe, crop, move, remove } = pictures
  const picture = list[index]
  const count = list.length
  const isVideo = picture?.video !== undefined
  return (
    <Dialog
      size="tall"
      open={open && picture !== undefined}
      onOpenChange={onClose}
      title={count === 1 ? newPostText.onePicture(isVideo) : postsText.pictures(index + 1, count)}
      actions={<Button onClick={onClose}>{newPostText.pictureDone}</Button>}
    >
      {picture && (
        <Stack gap={3}>
          <img className={styles.editedPicture} src={picture.image} alt="" />
          <div className={styles.editTools}>
            {!isVideo && (
              <CropButton label={newPostText.crop} picture={picture} onCrop={(cropped) => crop(picture.key, cropped)} />
            )}
            {count > 1 && (
              <>
                <IconButton
                  label={newPostText.movePictureUp}
                  disabled={index === 0}
                  onClick={() => move(picture.key, index - 1)}
                >
                  <ArrowLeft size={20} />
                </IconButton>
                <IconButton
                  label={newPostText.movePictureDown}
                  disabled={index === count - 1}
                  onClick={() => move(picture.key, index + 1)}
                >
                  <ArrowRight size={20} />
                </IconButton>
              </>
            )}
            <IconButton
              label={newPostText.removePicture(isVideo)}
              onClick={() => {
                onClose()
                remove(picture.key)
              }}
            >
              <X size={20} />
            </IconButton>
          </div>
          <PictureAltField
            rows={3}
            isVideo={isVideo}
            maxLength={pictureAltLimit}
            alt={picture.alt}
            onAlt={(alt) => describe(picture.key, alt)}
          />
        </Stack>
      )}
    </Dialog>
  )
}
