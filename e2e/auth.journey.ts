import { expect, test } from './world.ts'

test('Somebody who is not signed in is led to the login from everywhere else', async ({ visitor: { page } }) => {
  for (const path of ['/', '/feed', '/new-spot', '/onboarding', '/required-location']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})
