import { LongRead } from './LongRead.tsx'
import { privacyText } from './privacy.text.ts'

export const PrivacyPage = () => <LongRead text={privacyText} />
