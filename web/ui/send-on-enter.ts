import { type KeyboardEvent, useRef } from 'react'

/**
 * Lets Enter submit a form from its text area; Shift+Enter makes a new line. On a touch screen Enter makes the new
 * line, because the send button is under the thumb.
 */
export function useSendOnEnter() {
  const form = useRef<HTMLFormElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isPlainEnter || window.matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return { form, onKeyDown }
}
