import { urlOf } from '#contract/call-paths.ts'
import type { Input } from '#contract/calls.ts'
import type { LegalText } from '#contract/legal-texts.ts'
import { type PreloadedText, preloadedTextId } from '#contract/preloaded-data.ts'

/** Takes the text that the server has put into the page out of it; undefined if it is not this one. */
export function takePreloadedText(input: Input<'getLegalText'>): LegalText | undefined {
  const element = document.getElementById(preloadedTextId)
  element?.remove()
  const preloaded = JSON.parse(element?.textContent ?? 'null') as PreloadedText | null
  return preloaded?.requestUrl === urlOf('getLegalText', input) ? preloaded.response.text : undefined
}
