import type { Page } from '@playwright/test'

const milano = { latitude: 45.46417, longitude: 9.18983 }

/** Stores what the app keeps in the browser after a sign-in in Milano: the account and the position. */
export const savePosition = (page: Page, user: object) =>
  page.evaluate(
    ([account, { latitude, longitude }]) => {
      localStorage.setItem('user', JSON.stringify(account))
      localStorage.setItem('latitude', String(latitude))
      localStorage.setItem('longitude', String(longitude))
    },
    [user, milano] as const,
  )
