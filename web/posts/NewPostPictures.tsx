import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { pictureAltLimit } from '#contract/limits.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PictureAltField } from '#web/ui/PictureAltField.tsx'
import type { ChosenPictures, ListedPicture } from './chosen-pictures.ts'
import { FormProblem } from './FormProblem.tsx'
import styles from './NewPostPictures.module.css'
import { PictureButtons } from './PictureButtons.tsx'
import { postsText } from './posts.text.ts'

/** The pictures of a new post: described, put in order, removed. */
export function NewPostPictures({ pictures }: { pictures: ChosenPictures }) {
  const { list, isPreparing, problem, add } = pictures
  return (
    <div className={styles.part}>
      <ol className={list.length > 1 ? styles.several : styles.single}>
        {list.map((picture, index) => (
          <Row key={picture.key} picture={picture} index={index} pictures={pictures} />
        ))}
      </ol>
      <FormProblem
        className={styles.problem}
        text={problem && (problem === 'unreadable' ? postsText.unreadablePicture : postsText.tooManyPictures)}
      />
      <PictureButtons multiple isPreparing={isPreparing} onFile={add} />
    </div>
  )
}

type RowProps = { picture: ListedPicture; index: number; pictures: ChosenPictures }

function Row({ picture: { key, image, alt }, index, pictures: { list, move, describe, remove } }: RowProps) {
  const count = list.length
  const number = index + 1
  return (
    <li className={styles.row}>
      <img
        className={styles.picture}
        src={image}
        alt={count === 1 ? postsText.preview : postsText.previewOf(number, count)}
      />
      <PictureAltField
        className={styles.alt}
        maxLength={pictureAltLimit}
        alt={alt}
        onAlt={(next) => describe(key, next)}
      />
      <div className={styles.tools}>
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
          className={styles.remove}
          label={count === 1 ? postsText.removePicture : postsText.removePictureOf(number)}
          onClick={() => remove(key)}
        >
          <X size={20} />
        </IconButton>
      </div>
    </li>
  )
}
