/** A mention that is being typed: the index of its sign, and the name so far. */
export type TypedMention = { at: number; beginning: string }

/** As `contract/text-parts.ts` reads a mention: after these characters a sign begins none. */
const atCaret = /(?:^|[^\p{L}\p{N}\p{M}_.+\-/@#&])@(?<beginning>[A-Za-z0-9._]{1,30})$/u

/** Returns the mention that ends at the caret. */
export function typedMention(text: string, caret: number): TypedMention | null {
  const beginning = atCaret.exec(text.slice(0, caret))?.groups?.beginning
  return beginning === undefined ? null : { at: caret - beginning.length - 1, beginning }
}

/** Puts a name where a mention is being typed. `caret`: after it. */
export function completeMention(text: string, { at, beginning }: TypedMention, username: string) {
  const after = text.slice(at + 1 + beginning.length)
  const completed = `${text.slice(0, at)}@${username}${/^\s/.test(after) ? '' : ' '}`
  return { text: completed + after, caret: completed.length }
}
