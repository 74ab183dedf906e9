import { thumbHashToDataURL } from 'thumbhash'

/** Returns the placeholder of a picture as a CSS image. */
export function thumbhashPlaceholder(thumbhash: string) {
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)))})`
  } catch {
    return undefined
  }
}
