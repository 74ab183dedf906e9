import { useGoBack } from '#web/navigation/go-back.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { streetsText } from './streets.text.ts'
import { StreetsSections } from './StreetsSections.tsx'

/** For administrators. */
export const StreetsPage = () => (
  <>
    <title>{streetsText.title}</title>
    <PageHeader title={streetsText.title} onBack={useGoBack()} />
    <StreetsSections />
  </>
)
