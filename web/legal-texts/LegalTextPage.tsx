import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { readVersion } from '#contract/legal-text-version.ts'
import type { LegalText, LegalTextKind } from '#contract/legal-texts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { ApiError, errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/binoculars-at-dusk.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Muted, Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage } from '#web/ui/NextPage.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { legalTextQuery, versionsQuery } from './legal-texts.api.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { LegalTextWords } from './LegalTextWords.tsx'
import styles from './LegalTextPage.module.css'

type OtherVersionsProps = { kind: LegalTextKind; shown: number; latest: number | null }

/** Links to all versions but the one that is shown, newest first. */
function OtherVersions({ kind, shown, latest }: OtherVersionsProps) {
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

/** The page of the terms and of the privacy policy: the version in force, or the one that the address names. */
export function LegalTextPage() {
  const goBack = useGoBack()
  const { pathname } = useLocation()
  const [parameters] = useSearchParams()
  const kind: LegalTextKind = pathname === pagePaths.privacy ? 'privacy' : 'terms'
  const text = useQuery(legalTextQuery(kind, readVersion(parameters.get('version'))))
  const title = legalTextsText.titles[kind]
  return (
    <>
      <title>{title}</title>
      <PageHeader title={title} onBack={goBack} />
      {text.isPending && <LegalTextSkeleton />}
      {text.isError && !text.data && <Failure error={text.error} onRetry={() => void text.refetch()} />}
      {text.data && <Version text={text.data} />}
    </>
  )
}

function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { pathname } = useLocation()
  if (!(error instanceof ApiError && error.status === 404))
    return <LoadFailure text={errorMessage(error)} onRetry={onRetry} />
  return (
    <EmptyState drawing={drawing} title={legalTextsText.noVersion} text={legalTextsText.noVersionText}>
      <Button variant="soft" render={(props) => <Link to={pathname} {...props} />}>
        {legalTextsText.readLatest}
      </Button>
    </EmptyState>
  )
}

function Version({ text }: { text: LegalText }) {
  const { pathname } = useLocation()
  return (
    <>
      {text.published_at !== null && text.replaced_at !== null && (
        <div className={styles.replaced}>
          <Banner tone="new">
            {legalTextsText.replaced(text.published_at, text.replaced_at)}{' '}
            <Link to={pathname}>{legalTextsText.readLatest}</Link>
          </Banner>
        </div>
      )}
      <LegalTextWords words={text}>
        <Muted size="small" padding="2 0 0">
          {legalTextsText.inForce(text)}
        </Muted>
      </LegalTextWords>
      {text.version !== null && (text.newest_version ?? 0) > 1 && (
        <OtherVersions kind={text.kind} shown={text.version} latest={text.newest_version} />
      )}
    </>
  )
}

const LegalTextSkeleton = () => (
  <Stack gap={3} padding="2 5" aria-busy>
    <Skeleton width="100%" height={22} />
    <Skeleton width="70%" height={22} />
    <Skeleton width={180} height={14} />
    <Skeleton width="100%" height={260} round="photo" />
  </Stack>
)
