// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { SettingsSectionPage } from '#web/settings/SettingsSectionPage.tsx'

afterEach(closePage)

test.each(['altro', 'constructor', '__proto__'])('Whoever opens the section %s is led to the settings', (section) => {
  startFakeServer({})
  renderPart(
    <Routes>
      <Route path={pagePaths.settings} element={<h1>Impostazioni</h1>} />
      <Route path={pagePaths.settingsSection(':section')} element={<SettingsSectionPage />} />
    </Routes>,
    pagePaths.settingsSection(section),
  )
  expect(screen.getByRole('heading', { name: 'Impostazioni' })).toBeDefined()
})
