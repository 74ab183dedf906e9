import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { searchTextLimit } from '#contract/limits.ts'
import { isComposing } from '#web/ui/send-on-enter.ts'
import { SearchField } from '#web/ui/TextField.tsx'
import { searchText } from './search.text.ts'
import styles from './SearchPage.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Lets the arrow keys move between the search field and the results in `element`. */
export function useArrowKeys(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const target = element.current
    if (!target) return
    const onKeyDown = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || isComposing(event)) return
      const focusable = [...target.querySelectorAll<HTMLElement>('input[type=search], li > a')]
      const at = focusable.findIndex((candidate) => candidate === document.activeElement)
      const next = focusable[at + step]
      if (at === -1 || !next) return
      event.preventDefault()
      next.focus()
    }
    target.addEventListener('keydown', onKeyDown)
    return () => target.removeEventListener('keydown', onKeyDown)
  }, [element])
}

/** On a touch screen the focus would open the keyboard over the suggestions. */
const hasKeyboard = () => window.matchMedia('(pointer: fine)').matches

type SearchBoxProps = {
  typed: string
  onTyped: (typed: string) => void
  onSubmit: () => void
  /** Stays below the field. */
  children?: ReactNode
}

export function SearchBox({ typed, onTyped, onSubmit, children }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null)
  const isBlank = useRef(typed === '')
  useEffect(() => {
    if (isBlank.current && hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit()
    // The results are already shown; Enter only closes the on-screen keyboard.
    if (!hasKeyboard()) field.current?.blur()
  }
  return (
    <form className={styles.box} onSubmit={submit}>
      <SearchField
        ref={field}
        clearable
        label={searchText.field}
        name="q"
        maxLength={searchTextLimit}
        enterKeyHint="search"
        value={typed}
        onChange={onTyped}
      />
      {children}
    </form>
  )
}
