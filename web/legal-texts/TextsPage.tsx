import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SegmentedLinks } from '#web/ui/Choices.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { sourceQuery } from './legal-texts.api.ts'
import { legalTextsText } from './legal-texts.text.ts'
import { TextEditor } from './TextEditor.tsx'

const paths: Record<LegalTextKind, string> = {
  terms: pagePaths.administrationTexts,
  privacy: `${pagePaths.administrationTexts}?text=privacy`,
}
const links = [
  { path: paths.terms, label: legalTextsText.names.terms },
  { path: paths.privacy, label: legalTextsText.names.privacy },
]

/** For administrators: the terms and the privacy policy, which they replace by texts of their own. */
export function TextsPage() {
  const [parameters] = useSearchParams()
  const kind: LegalTextKind = parameters.get('text') === 'privacy' ? 'privacy' : 'terms'
  return (
    <>
      <title>{legalTextsText.pageTitle}</title>
      <PageHeader title={legalTextsText.pageTitle} onBack={useGoBack()} />
      <Stack gap={4} padding="1 4 8">
        <SegmentedLinks
          label={legalTextsText.whichText}
          links={links}
          current={paths[kind]}
          render={(path, props) => <Link key={path} to={path} replace {...props} />}
        />
        <Source key={kind} kind={kind} />
      </Stack>
    </>
  )
}

function Source({ kind }: { kind: LegalTextKind }) {
  const source = useQuery(sourceQuery(kind))
  if (source.data) return <TextEditor source={source.data} />
  if (source.isError) return <LoadFailure text={errorMessage(source.error)} onRetry={() => void source.refetch()} />
  return (
    <Stack gap={4} aria-busy>
      <Skeleton width={260} height={18} />
      <Skeleton width="100%" height={360} round="photo" />
    </Stack>
  )
}
