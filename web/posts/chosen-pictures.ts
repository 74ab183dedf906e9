import { useRef, useState } from 'react'
import { postPicturesLimit } from '#contract/limits.ts'
import type { ChosenPicture } from '#web/platform/chosen-picture.ts'
import { preparePicture } from '#web/platform/prepare-picture.ts'

/** `image` is a data URL. */
export type ListedPicture = { key: number; image: string; alt: string }

type Problem = 'unreadable' | 'tooMany' | null

/** The pictures of a new post, prepared on the device one after the other. */
export function useChosenPictures() {
  const [list, setList] = useState<readonly ListedPicture[]>([])
  const [preparingCount, setPreparingCount] = useState(0)
  const [problem, setProblem] = useState<Problem>(null)
  const lastKey = useRef(0)
  const inTurn = useRef(Promise.resolve())

  const add = (file: File) => {
    setProblem(null)
    if (list.length + preparingCount >= postPicturesLimit) return setProblem('tooMany')
    setPreparingCount((count) => count + 1)
    const key = ++lastKey.current
    const prepare = async () => {
      try {
        const image = await preparePicture(file)
        setList((before) => (before.length < postPicturesLimit ? [...before, { key, image, alt: '' }] : before))
      } catch {
        setProblem('unreadable')
      }
      setPreparingCount((count) => count - 1)
    }
    inTurn.current = inTurn.current.then(prepare)
  }
  const remove = (key: number) => {
    setProblem(null)
    setList((before) => before.filter((picture) => picture.key !== key))
  }
  return {
    list,
    /** Publishing waits until all are ready. */
    isPreparing: preparingCount > 0,
    problem,
    add,
    remove,
    describe: (key: number, alt: string) =>
      setList((before) => before.map((picture) => (picture.key === key ? { ...picture, alt } : picture))),
    /** Moves a picture to where another one is. */
    move: (key: number, to: number) =>
      setList((before) => {
        const moved = before.find((picture) => picture.key === key)
        return moved ? before.filter((picture) => picture !== moved).toSpliced(to, 0, moved) : before
      }),
    clear: () => setList([]),
  }
}
export type ChosenPictures = ReturnType<typeof useChosenPictures>

/** The first of the pictures, for a story. Choosing another one replaces it. */
export function asOnePicture({
  list,
  isPreparing,
  problem,
  add,
  remove,
  describe,
  clear,
}: ChosenPictures): ChosenPicture {
  const [first] = list
  return {
    image: first?.image ?? null,
    alt: first?.alt ?? '',
    setAlt: (alt) => first && describe(first.key, alt),
    isPreparing,
    isUnreadable: problem === 'unreadable',
    choose: (file) => {
      clear()
      add(file)
    },
    remove: () => first && remove(first.key),
  }
}
