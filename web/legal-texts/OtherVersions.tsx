import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { versionsQuery } from './legal-texts.api.ts'
import { legalTextsText } from './legal-texts.text.ts'
import styles from './OtherVersions.module.css'

type OtherVersionsProps = { kind: LegalTextKind; shown: number; latest: number | null }

/** Links to all versions but the one that is shown, newest first. */
export function OtherVersions({ kind, shown, latest }: OtherVersionsProps) {
  const id = useId()
  const { pathname } = useLocation()
  const versions = useInfiniteQuery(versionsQuery(kind))
  const others = versions.data?.pages.flatMap((page) => page.versions).filter(({ version }) => version !== shown)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {legalTextsText.otherVersions}
      </h2>
      {versions.isError && !others && <Banner tone="danger">{errorMessage(versions.error)}</Banner>}
      <ul>
        {others?.map(({ version, published_at }) => (
          <li key={version}>
            {/* The one in force keeps its plain address. */}
            <Link className={styles.link} to={version === latest ? pathname : `${pathname}?version=${version}`}>
              {legalTextsText.version(version, published_at)}
            </Link>
          </li>
        ))}
      </ul>
      <NextPage query={versions} />
    </section>
  )
}
