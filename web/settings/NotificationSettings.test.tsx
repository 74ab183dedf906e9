// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startFakeServer } from '#web/platform/testing/fake-server.ts'
import { closePage, renderPart } from '#web/platform/testing/render-part.tsx'
import { PushSwitch } from './NotificationSettings.tsx'
import { settingsText } from './settings.text.ts'

afterEach(() => {
  closePage()
  Reflect.deleteProperty(navigator, 'standalone')
})

function openSettings() {
  startFakeServer({ getPushDevices: () => ({ devices: [] }) })
  renderPart(<PushSwitch />)
}

test('In a tab on an iPhone a person reads how to get push notifications', () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  openSettings()
  expect(screen.getByText(settingsText.pushNeedsHomeScreen)).toBeDefined()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('A browser that can never have push notifications does not mention them', () => {
  openSettings()
  expect(screen.queryByText(settingsText.push)).toBeNull()
})
