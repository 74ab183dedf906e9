import type { Page } from '@playwright/test'

/** A device that keeps passkeys, and confirms by itself. */
export type Device = { remove: () => Promise<void> }

export async function giveDevice(page: Page): Promise<Device> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { remove: async () => void (await browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })) }
}
