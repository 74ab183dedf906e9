import { Search, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { TextField } from './TextField.tsx'
import { uiText } from './ui.text.ts'

type SearchFieldProps = Omit<ComponentProps<typeof TextField>, 'ref'> & {
  ref?: RefObject<HTMLInputElement | null>
  /** Shows a button that empties the field. */
  clearable?: boolean
}

/** A field for the words of a search; its label is the placeholder. */
export function SearchField({ ref, clearable, trailing, ...field }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const clear = () => {
    field.onChange('')
    input.current?.focus()
  }
  return (
    <TextField
      ref={input}
      type="search"
      labelHidden
      placeholder={field.label}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      icon={<Search size={20} aria-hidden />}
      trailing={
        clearable && field.value ? (
          <IconButton label={uiText.clearSearch} onClick={clear}>
            <X size={20} aria-hidden />
          </IconButton>
        ) : (
          trailing
        )
      }
      {...field}
    />
  )
}
