import { useRef, useState } from 'react'
import { postPicturesLimit, storyVideoSeconds } from '#contract/limits.ts'
import type { PreparedVideo } from '#web/media/VideoForm.tsx'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import type { PictureCrop } from './picture-crop.ts'

export type ListedPicture = {
  key: number
  /** A data URL, as is what it was cut from: `whole`. */
  image: string
  whole: string
  crop: PictureCrop | null
  alt: string
  /** The picture is its cover. */
  video?: Blob | undefined
  videoSeconds?: number
}

/** `image` as it is with `crop`. */
export type CroppedPicture = Pick<ListedPicture, 'image' | 'crop'>

type Problem = 'unreadable' | 'tooMany' | 'videoAlone' | 'hasVideo' | null

/** The pictures of a new post, prepared on the device one after the other. */
export function useChosenPictures(before: readonly Pick<ListedPicture, 'image' | 'alt' | 'video'>[] = []) {
  const [list, setList] = useState<readonly ListedPicture[]>(() =>
    before.map(({ image, alt, video }, index) => ({ key: -index - 1, image, whole: image, crop: null, alt, video })),
  )
  const [preparingCount, setPreparingCount] = useState(0)
  const [problem, setProblem] = useState<Problem>(null)
  const lastKey = useRef(0)
  /** Those in the list and those in preparation: several files may come before the next rendering. */
  const takenCount = useRef(before.length)
  const inTurn = useRef(Promise.resolve())

  const hasVideo = list.some(({ video }) => video)

  const take = (file: File) => {
    setProblem(null)
    takenCount.current++
    setPreparingCount((count) => count + 1)
    const key = ++lastKey.current
    const prepare = async () => {
      try {
        const image = await preparePicture(file)
        setList((others) => [...others, { key, image, whole: image, crop: null, alt: '' }])
      } catch {
        takenCount.current--
        setProblem('unreadable')
      }
      setPreparingCount((count) => count - 1)
    }
    inTurn.current = inTurn.current.then(prepare)
  }
  const add = (file: File) => {
    if (hasVideo) return setProblem('hasVideo')
    if (takenCount.current >= postPicturesLimit) return setProblem('tooMany')
    take(file)
  }
  const clear = () => {
    takenCount.current = preparingCount
    setList([])
  }
  /** A video stands alone. Returns whether there is room for one. */
  const hasRoomForVideo = () => {
    const isFree = takenCount.current === 0
    const obstacle = hasVideo ? 'hasVideo' : 'videoAlone'
    setProblem(isFree ? null : obstacle)
    return isFree
  }
  /** Takes a video in place of all others. */
  const addVideo = ({ video, cover, seconds }: PreparedVideo) => {
    clear()
    setProblem(null)
    takenCount.current++
    const key = ++lastKey.current
    setList([{ key, image: cover, whole: cover, crop: null, alt: '', video, videoSeconds: seconds }])
  }
  /** Takes a photo in place of all others. */
  const replaceBy = (file: File) => {
    clear()
    take(file)
  }
  const remove = (key: number) => {
    setProblem(null)
    takenCount.current--
    setList((pictures) => pictures.filter((picture) => picture.key !== key))
  }
  const change = (key: number, part: Partial<ListedPicture>) =>
    setList((pictures) => pictures.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)))
  return {
    list,
    /** Publishing waits until all are ready. */
    isPreparing: preparingCount > 0,
    problem,
    add,
    replaceBy,
    hasRoomForVideo,
    addVideo,
    remove,
    describe: (key: number, alt: string) => change(key, { alt }),
    crop: (key: number, cropped: CroppedPicture) => change(key, cropped),
    /** Moves a picture to the position of another one. */
    move: (key: number, to: number) =>
      setList((pictures) => {
        const moved = pictures.find((picture) => picture.key === key)
        return moved ? pictures.filter((picture) => picture !== moved).toSpliced(to, 0, moved) : pictures
      }),
  }
}
export type ChosenPictures = ReturnType<typeof useChosenPictures>

/** Videos are cut to tenths of a second. */
const fitsStory = ({ videoSeconds = 0 }: ListedPicture) => Math.floor(videoSeconds * 10) <= storyVideoSeconds * 10

/** The first of the pictures, or the video, for a story. Choosing another one replaces it. */
export function asOnePicture(pictures: ChosenPictures) {
  const { list, isPreparing, problem, replaceBy, addVideo, remove, describe, crop } = pictures
  const [first] = list
  const listed = first && fitsStory(first) ? first : undefined
  return {
    listed,
    /** The video of a post stays there. */
    isVideoTooLong: first !== listed,
    describe: (alt: string) => listed && describe(listed.key, alt),
    crop: (cropped: CroppedPicture) => listed && crop(listed.key, cropped),
    isPreparing,
    isUnreadable: problem === 'unreadable',
    choose: replaceBy,
    chooseVideo: addVideo,
    remove: () => listed && remove(listed.key),
  }
}
export type StoryPicture = ReturnType<typeof asOnePicture>
