import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDebounced } from '#web/platform/debounced.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { isComposing } from '#web/ui/send-on-enter.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { suggestedMentionsQuery } from '#web/users/users.api.ts'
import { usersText } from '#web/users/users.text.ts'
import styles from './MentionArea.module.css'

/** A mention that is being typed: the index of its sign, and the name so far. */
type TypedMention = { at: number; beginning: string }

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

type MentionAreaProps = ComponentProps<typeof TextArea> & {
  /** The suggestions stand above the field, where there is nothing below it. */
  suggestsAbove?: boolean
}

const typingPauseMs = 150

/** A text area that completes names after "@". The focus stays in the text: arrow keys, Enter and Escape choose. */
export function MentionArea({ suggestsAbove, onChange, onKeyDown, ...area }: MentionAreaProps) {
  const [mention, setMention] = useState<TypedMention | null>(null)
  const [chosenIndex, setChosenIndex] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const listId = useId()
  const beginning = useDebounced(mention?.beginning ?? '', typingPauseMs)
  const { data } = useQuery({ ...suggestedMentionsQuery(beginning), enabled: mention !== null && beginning !== '' })
  // Until the answer to the last letter is there, those of the earlier ones that still match.
  const people = mention
    ? (data ?? []).filter(({ username }) => username.toLowerCase().startsWith(mention.beginning.toLowerCase()))
    : []
  const isComplete = people.length === 1 && people[0]?.username.toLowerCase() === mention?.beginning.toLowerCase()
  const isOpen = people.length > 0 && !isComplete
  const chosen = Math.min(chosenIndex, people.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const findMention = (field: HTMLTextAreaElement) => {
    const { value, selectionStart, selectionEnd } = field
    const next = selectionStart === selectionEnd ? typedMention(value, selectionStart) : null
    if (next?.at !== mention?.at) setChosenIndex(0)
    setMention(next)
  }
  const pick = (username: string | undefined) => {
    const field = root.current?.querySelector('textarea')
    if (!field || !mention || username === undefined) return
    const completed = completeMention(field.value, mention, username)
    flushSync(() => {
      onChange(completed.text)
      setMention(null)
    })
    field.focus()
    field.setSelectionRange(completed.caret, completed.caret)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => setChosenIndex((chosen + 1) % people.length),
    ArrowUp: () => setChosenIndex((chosen + people.length - 1) % people.length),
    Enter: () => pick(people[chosen]?.username),
    Tab: () => pick(people[chosen]?.username),
    Escape: () => setMention(null),
  }
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const act = keys[event.key]
    if (!isOpen || !act || event.shiftKey || isComposing(event.nativeEvent)) return onKeyDown?.(event)
    event.preventDefault()
    // Escape closes the suggestions, not the dialog around them.
    event.stopPropagation()
    act()
  }

  const suggestions = isOpen && (
    // No HTML element is a list whose options are chosen while the focus stays in a text.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div id={listId} className={styles.list} role="listbox" aria-label={usersText.mentions}>
      {people.map(({ id, username, display_name, profile_pic }, index) => (
        // The keyboard chooses from the text area.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={id}
          id={optionId(index)}
          className={classNames(styles.person, index === chosen && styles.chosen)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={index === chosen}
          // The focus stays in the text area.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(username)}
        >
          <Avatar name={username} picture={profile_pic} size={32} />
          <span className={styles.names}>
            <span className={styles.name}>{username}</span>
            {display_name !== null && (
              <span dir="auto" className={styles.displayName}>
                {display_name}
              </span>
            )}
          </span>
        </div>
      ))}
    </div>
  )
  return (
    <div ref={root} className={styles.root}>
      {suggestsAbove && suggestions}
      <TextArea
        {...area}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(chosen) : undefined}
        onChange={onChange}
        onInput={(event) => findMention(event.currentTarget)}
        onSelect={(event) => findMention(event.currentTarget)}
        onBlur={() => setMention(null)}
        onKeyDown={handleKey}
      />
      {!suggestsAbove && suggestions}
      <output className="visually-hidden">{isOpen && usersText.mentionsFound(people.length)}</output>
    </div>
  )
}
