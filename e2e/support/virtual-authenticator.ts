import type { Page } from '@playwright/test'

/** A virtual device that stores passkeys and confirms them without a prompt. */
export type VirtualAuthenticator = { remove: () => Promise<void> }

export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { remove: async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })) }
}
