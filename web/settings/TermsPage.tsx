import { LegalText } from './LegalText.tsx'
import { termsText } from './terms.text.ts'

export const TermsPage = () => <LegalText text={termsText} />
