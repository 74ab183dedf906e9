import { LegalText } from './LegalText.tsx'
import { privacyText } from './privacy.text.ts'

export const PrivacyPage = () => <LegalText text={privacyText} />
