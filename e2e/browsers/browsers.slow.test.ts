import { existsSync } from 'node:fs'
import { describe } from 'vitest'
import { firefoxPath, startFirefox } from './firefox.ts'
import { describeJourneys } from './journeys.ts'
import { hasWebKit, startWebKit } from './webkit.ts'

// `npm run test:rest` installs them, or says that they are left out.
describe.skipIf(!existsSync(firefoxPath))('In Firefox', () => describeJourneys(startFirefox))
describe.skipIf(!hasWebKit())('In WebKit', () => describeJourneys(startWebKit))
