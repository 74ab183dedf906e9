import { useState } from 'react'
import { seemsToLookForSomeone } from '#contract/looks-for-someone.ts'
import type { ListedPlace } from '#contract/places.ts'
import type { PostChoices } from '#contract/posts.ts'
import { useStoredText } from '#web/platform/storage.ts'

/** Stored on the device, so the fields keep their names. */
export type PostDraft = Omit<PostChoices, 'looks_for_someone'> & {
  text: string
  place: Pick<ListedPlace, 'id' | 'name' | 'town' | 'province'> | null
  /** Null: by the text. */
  looks_for_someone: boolean | null
}

/** What a draft or a post is chosen to be. */
export const choicesOf = (draft: Pick<PostDraft, 'text' | keyof PostChoices>): PostChoices => ({
  privacy: draft.privacy,
  looks_for_someone: draft.looks_for_someone ?? seemsToLookForSomeone(draft.text),
})

/** Choices as the server takes them. */
export const sentChoices = (choices: PostChoices) => ({
  ...choices,
  looks_for_someone: choices.looks_for_someone ? 1 : 0,
})

const blankDraft: PostDraft = { text: '', place: null, privacy: 'public', looks_for_someone: null }

function parsed(stored: string): PostDraft {
  try {
    return stored === '' ? blankDraft : { ...blankDraft, ...JSON.parse(stored) }
  } catch {
    return blankDraft
  }
}

/**
 * The draft of a post, stored on the device until it is published. @param refused a post that is corrected: it is stored
 * until it is published, with the draft of another one beside it.
 */
export function usePostDraft(userId: number, refused?: Partial<PostDraft>) {
  const [stored, store] = useStoredText(`draft-post-${userId}`)
  const [corrected, setCorrected] = useState(refused && { ...blankDraft, ...refused })
  const draft: PostDraft = corrected ?? parsed(stored)
  return {
    draft,
    change(part: Partial<PostDraft>) {
      const next = { ...draft, ...part }
      if (corrected) setCorrected(next)
      else store(JSON.stringify(next))
    },
    clear: () => !corrected && store(''),
  }
}
