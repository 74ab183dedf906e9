import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { Row } from './Layout.tsx'
import { uiText } from './ui.text.ts'
import styles from './PageHeader.module.css'

type PageHeaderProps = {
  title: string
  /** Shows a back button. */
  onBack?: (() => void) | undefined
  /** The title is as large as one beside a back button. */
  isSmall?: boolean
  /** At the right end. */
  children?: ReactNode
}

export const PageHeader = ({ title, onBack, isSmall, children }: PageHeaderProps) => (
  <header className={classNames(styles.header, onBack && styles.inner, isSmall && styles.small)}>
    {onBack && (
      <IconButton label={uiText.back} tone="ink" onClick={onBack}>
        <ArrowLeft size={24} />
      </IconButton>
    )}
    <h1 className={styles.title}>{title}</h1>
    {children && <Row gap={2}>{children}</Row>}
  </header>
)
