import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'
import { HeaderEnd } from './header-end.ts'
import { IconButton } from './IconButton.tsx'
import styles from './PageHeader.module.css'
import { uiText } from './ui.text.ts'

type PageHeaderProps = {
  title: string
  /** Shows a back button. */
  onBack?: (() => void) | undefined
  /** At the right end. */
  children?: ReactNode
}

export function PageHeader({ title, onBack, children }: PageHeaderProps) {
  const end = useContext(HeaderEnd)
  return (
    <header className={classNames(styles.header, onBack && styles.inner)}>
      {onBack && (
        <IconButton label={uiText.back} tone="ink" onClick={onBack}>
          <ArrowLeft size={24} />
        </IconButton>
      )}
      <h1 className={styles.title}>{title}</h1>
      {(children || end) && (
        <div className={styles.right}>
          {children}
          {end}
        </div>
      )}
    </header>
  )
}
