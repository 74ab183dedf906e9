import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { Announcements } from '#web/announcements/Announcements.tsx'
import { serverDescription, serverIcon, serverName } from '#web/platform/server-identity.ts'
import town from '#web/ui/drawings/town-at-dusk.svg'
import { authText } from '#web/auth/auth.text.ts'
import styles from './AuthLayout.module.css'

type AuthLayoutProps = {
  title: string
  /** Between the name of the app and the title. */
  intro?: ReactNode
  children: ReactNode
  /** Links to the other pages without a session. */
  footer?: ReactNode
}

/** The layout of the pages without a session. */
export function AuthLayout({ title, intro, children, footer }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · ${serverName()}`}</title>
      <div className={styles.town}>
        <img className={styles.view} src={town} alt="" width={640} height={300} />
      </div>
      <div className={styles.layout}>
        <div className={styles.brand}>
          <img src={serverIcon()} alt="" width={44} height={44} />
          <div>
            <p className={styles.name}>{serverName()}</p>
            <p className={styles.tagline}>{serverDescription()}</p>
          </div>
        </div>
        <Announcements place="entrance" />
        {intro}
        <h1 className={styles.title}>{title}</h1>
        {children}
        {footer && <p className={styles.footer}>{footer}</p>}
        <p className={styles.legal}>
          <Link to={pagePaths.welcome}>{authText.welcome}</Link>
          <Link to={pagePaths.terms}>{authText.terms}</Link>
          <Link to={pagePaths.privacy}>{authText.privacy}</Link>
        </p>
      </div>
    </div>
  )
}
