import { LongRead } from './LongRead.tsx'
import { termsText } from './terms.text.ts'

export const TermsPage = () => <LongRead text={termsText} />
