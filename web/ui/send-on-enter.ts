import { type KeyboardEvent, useRef } from 'react'

/**
 * Whether a key belongs to the composition of a character, as in Japanese. Safari ends the composition before the key
 * that ended it, which then has the code 229.
 */
export const isComposing = ({
  isComposing: isOpen,
  keyCode,
}: Pick<globalThis.KeyboardEvent, 'isComposing' | 'keyCode'>) => isOpen || keyCode === 229

/**
 * Lets Enter submit a form from its text area; Shift+Enter makes a new line. On a touch screen Enter makes the new
 * line, because the send button is under the thumb.
 */
export function useSendOnEnter() {
  const form = useRef<HTMLFormElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)
    if (!isPlainEnter || window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return { form, onKeyDown }
}
