import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { searchTextLimit } from '#contract/limits.ts'
import { SearchField } from '#web/ui/TextField.tsx'
import styles from './SearchBox.module.css'
import { searchText } from './search.text.ts'

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
