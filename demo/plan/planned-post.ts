import type { Postcard } from '#demo/drawing/postcard.ts'

export type PlannedPost = {
  /** Index into `people`. */
  author: number
  /** Index into the directory that the plan was made from. */
  place: number
  text: string
  createdAt: Date
  privacy: 'public' | 'followers'
  picture: Postcard | null
}
