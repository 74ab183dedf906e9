import type { LegalTextSource } from '#contract/legal-texts.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { useStoredText } from '#web/platform/stored-text.ts'

/** The number of the version that a draft was made from, and the draft. */
const format = /^(\d+)\n([^]*)$/

/** The draft of a text. It survives a reload, and a version that somebody else publishes meanwhile. */
export function useTextDraft({ kind, newest_version, body }: LegalTextSource) {
  const [stored, store] = useStoredText(`draft-${kind}-${useCurrentUser()?.id ?? 0}`)
  const [, storedVersion, storedBody] = format.exec(stored) ?? []
  const basedOn = storedVersion === undefined ? newest_version : Number(storedVersion)
  const draft = storedBody ?? body
  return {
    body: draft,
    isChanged: storedBody !== undefined && storedBody.trim() !== body,
    /** The latest version that its writer has read. */
    basedOn,
    change: (next: string) => store(`${basedOn}\n${next}`),
    /** From now on it is made from the version in force. */
    rebase: () => store(`${newest_version}\n${draft}`),
    discard: () => store(''),
  }
}
