import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './Tabs.module.css'

type TabsProps<Value extends string> = {
  /** The accessible name. */
  label: string
  /** Only the content of the open tab is rendered, so it loads its data when it is opened. */
  tabs: readonly { value: Value; label: string; content: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** Sticks below the page header. */
  sticky?: boolean
}

/** The index that a key moves to. */
const keys: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Tabs with automatic activation, as in the ARIA Authoring Practices (decision 22): one tab stop, arrow keys move. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, sticky }: TabsProps<Value>) {
  const id = useId()
  const at = tabs.findIndex((tab) => tab.value === value)
  const lead = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = tabs[keys[event.key]?.(at, tabs.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(id + next.value)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        className={classNames(styles.list, sticky && styles.sticky)}
        aria-label={label}
        style={{ '--tabs': tabs.length, '--at': at }}
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={id + tab.value}
              className={styles.tab}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={lead}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}panel`}
        className={styles.panel}
        aria-labelledby={id + value}
        tabIndex={0}
      >
        {tabs[at]?.content}
      </div>
    </>
  )
}
