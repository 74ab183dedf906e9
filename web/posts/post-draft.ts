import { useState } from 'react'
import type { ListedPlace } from '#contract/places.ts'
import type { Post } from '#contract/posts.ts'
import { useStoredText } from '#web/platform/stored-text.ts'

export type PostDraft = {
  text: string
  place: Pick<ListedPlace, 'id' | 'name' | 'town'> | null
  privacy: Post['privacy']
}

const blank: PostDraft = { text: '', place: null, privacy: 'public' }

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
    refused && { text: refused.text, place: refused.place, privacy: refused.privacy },
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
