import { existsSync } from 'node:fs'
import { describe } from 'vitest'
import { firefoxPath, startFirefox } from './firefox.ts'
import { describeJourneys } from './journeys.ts'
import { hasWebKit, startWebKit } from './webkit.ts'

// A second attempt as for the journeys of Chromium: see playwright.config.ts.
const attempts = { retry: 1 }
// `npm run test:rest` installs them, or says that they are left out.
describe.skipIf(!existsSync(firefoxPath))('In Firefox', attempts, () => describeJourneys(startFirefox))
describe.skipIf(!hasWebKit())('In WebKit', attempts, () => describeJourneys(startWebKit))
