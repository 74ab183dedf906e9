import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Tabs.module.css'

type TabsProps<Value extends string> = {
  /** What is chosen here; read out. */
  label: string
  /** Only the content of the chosen tab is there: what it loads, it loads when it is opened. */
  tabs: readonly { value: Value; label: string; content: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** The tabs stay in sight below the page's header. */
  sticky?: boolean
}

/** For late pages only: its machinery comes with the page. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, sticky }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List className={classNames(styles.list, sticky && styles.sticky)} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} className={styles.tab} value={tab.value}>
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className={styles.mark} />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} className={styles.panel} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
