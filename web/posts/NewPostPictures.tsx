import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import type { ChosenPictures, ListedPicture } from './chosen-pictures.ts'
import { CropButton } from './CropButton.tsx'
import { FormProblem } from './FormProblem.tsx'
import styles from './NewPostPictures.module.css'
import { PictureButtons } from './PictureButtons.tsx'
import { postsText } from './posts.text.ts'

/** A finger that moves earlier scrolls the page; a mouse that moves less clicks. */
const touchActivation = { activationConstraint: { delay: 180, tolerance: 8 } }
const mouseActivation = { activationConstraint: { distance: 5 } }

/** The pictures of a new post: described, cropped, put in order, removed. */
export function NewPostPictures({ pictures }: { pictures: ChosenPictures }) {
  const { list, isPreparing, problem, add, move } = pictures
  const sensors = useSensors(useSensor(TouchSensor, touchActivation), useSensor(MouseSensor, mouseActivation))
  const placeOf = (key: unknown) => list.findIndex((picture) => picture.key === key)
  const drop = ({ active, over }: DragEndEvent) => {
    const picture = list[placeOf(active.id)]
    if (picture && over && over.id !== active.id) move(picture.key, placeOf(over.id))
  }
  return (
    <div className={styles.part}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          screenReaderInstructions: { draggable: '' },
          // The buttons beside a photo move it without dragging.
          announcements: {
            onDragStart: () => undefined,
            onDragOver: () => undefined,
            onDragEnd: ({ over }) => (over ? postsText.pictureMoved(placeOf(over.id) + 1, list.length) : undefined),
            onDragCancel: () => undefined,
          },
        }}
        onDragEnd={drop}
      >
        <SortableContext items={list.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol className={list.length > 1 ? styles.several : styles.single}>
            {list.map((picture, index) => (
              <Row key={picture.key} picture={picture} index={index} pictures={pictures} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <FormProblem
        className={styles.problem}
        text={problem && (problem === 'unreadable' ? postsText.unreadablePicture : postsText.tooManyPictures)}
      />
      <PictureButtons multiple isPreparing={isPreparing} onFile={add} />
    </div>
  )
}

type RowProps = { picture: ListedPicture; index: number; pictures: ChosenPictures }

function Row({ picture, index, pictures: { list, move, describe, crop, remove } }: RowProps) {
  const { key, image, alt } = picture
  const count = list.length
  const number = index + 1
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: key, disabled: count === 1 })
  return (
    <li
      ref={setNodeRef}
      className={classNames(styles.row, isDragging && styles.dragged)}
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <div className={styles.handle} {...listeners}>
        <img
          className={styles.picture}
          src={image}
          draggable={false}
          alt={count === 1 ? postsText.preview : postsText.previewOf(number, count)}
        />
        {count > 1 && <GripVertical className={styles.grip} size={20} aria-hidden />}
      </div>
      <PictureAltField
        className={styles.alt}
        maxLength={pictureAltLimit}
        alt={alt}
        onAlt={(next) => describe(key, next)}
      />
      <div className={styles.tools}>
        <CropButton
          label={count === 1 ? postsText.crop : postsText.cropOf(number)}
          picture={picture}
          onCrop={(cropped) => crop(key, cropped)}
        />
        {count > 1 && (
          <>
            <IconButton
              label={postsText.movePictureUp(number)}
              disabled={index === 0}
              onClick={() => move(key, index - 1)}
            >
              <ArrowUp size={20} />
            </IconButton>
            <IconButton
              label={postsText.movePictureDown(number)}
              disabled={index === count - 1}
              onClick={() => move(key, index + 1)}
            >
              <ArrowDown size={20} />
            </IconButton>
          </>
        )}
        <IconButton
          label={count === 1 ? postsText.removePicture : postsText.removePictureOf(number)}
          onClick={() => remove(key)}
        >
          <X size={20} />
        </IconButton>
      </div>
    </li>
  )
}
