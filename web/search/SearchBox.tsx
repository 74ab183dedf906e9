import { Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { searchTextLimit } from '#contract/limits.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
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
  const clear = () => {
    onTyped('')
    field.current?.focus()
  }
  return (
    <form className={styles.box} onSubmit={submit}>
      <TextField
        ref={field}
        label={searchText.field}
        labelHidden
        type="search"
        name="q"
        placeholder={searchText.field}
        maxLength={searchTextLimit}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        icon={<Search size={20} aria-hidden />}
        trailing={
          typed && (
            <IconButton label={searchText.clear} onClick={clear}>
              <X size={20} aria-hidden />
            </IconButton>
          )
        }
        value={typed}
        onChange={onTyped}
      />
      {children}
    </form>
  )
}
