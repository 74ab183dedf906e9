import { useState } from 'react'
import { seemsToLookForSomeone } from '#contract/looks-for-someone.ts'
import type { ListedPlace } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { useStoredText } from '#web/platform/storage.ts'

export type PostDraft = {
  text: string
  place: Pick<ListedPlace, 'id' | 'name' | 'town' | 'province'> | null
  privacy: Post['privacy']
  /** Null: by the text. */
  looksForSomeone: boolean | null
}

/** Whether a post looks for somebody: as its author says, or as its text seems to. */
export const looksForSomeone = ({ looksForSomeone: chosen, text }: Pick<PostDraft, 'looksForSomeone' | 'text'>) =>
  chosen ?? seemsToLookForSomeone(text)

const blank: PostDraft = { text: '', place: null, privacy: 'public', looksForSomeone: null }

function parsed(stored: string): PostDraft {
  try {
    return stored === '' ? blank : { ...blank, ...JSON.parse(stored) }
  } catch {
    return blank
  }
}

/**
 * The draft of a post, stored on the device until it is published. @param refused a post that is corrected: it is stored
 * until it is published, with the draft of another one beside it.
 */
export function usePostDraft(userId: number, refused?: PostDraft) {
  const [stored, store] = useStoredText(`draft-post-${userId}`)
  const [corrected, setCorrected] = useState(
    refused && {
      text: refused.text,
      place: refused.place,
      privacy: refused.privacy,
      looksForSomeone: refused.looksForSomeone,
    },
  )
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
