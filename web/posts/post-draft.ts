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

/** The draft of a post, stored on the device until it is published. */
export function usePostDraft(userId: number) {
  const [stored, store] = useStoredText(`draft-post-${userId}`)
  const draft = parsed(stored)
  return {
    draft,
    change: (part: Partial<PostDraft>) => store(JSON.stringify({ ...draft, ...part })),
    clear: () => store(''),
  }
}
