import { matchPath } from 'react-router'
import { latePage } from './late-page.ts'
import { paths } from './paths.ts'

// Every page but the feed, with which the app opens: that comes with the app, in one file and one request.
export const LoginPage = latePage(async () => (await import('#web/auth/LoginPage.tsx')).LoginPage)
export const RegisterPage = latePage(async () => (await import('#web/auth/RegisterPage.tsx')).RegisterPage)
export const OnboardingPage = latePage(async () => (await import('#web/onboarding/OnboardingPage.tsx')).OnboardingPage)
export const RequiredLocationPage = latePage(async () => (await import('#web/onboarding/RequiredLocationPage.tsx')).RequiredLocationPage)
export const NewPostPage = latePage(async () => (await import('#web/posts/NewPostPage.tsx')).NewPostPage)
export const LikesPage = latePage(async () => (await import('#web/posts/LikesPage.tsx')).LikesPage)
export const CommentsPage = latePage(async () => (await import('#web/comments/CommentsPage.tsx')).CommentsPage)
export const NotFoundPage = latePage(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

const pages = [
  [paths.login, LoginPage],
  [paths.register, RegisterPage],
  [paths.onboarding, OnboardingPage],
  [paths.requiredLocation, RequiredLocationPage],
  [paths.newSpot, NewPostPage],
  [paths.likes(':postId'), LikesPage],
  [paths.comments(':postId'), CommentsPage],
] as const

/** Fetches the page that a URL shows, before it is needed. Never rejects: the page itself will tell. */
export async function preloadPage(pathname: string) {
  const page = pages.find(([pattern]) => matchPath(pattern, pathname))?.[1]
  await page?.preload().catch(() => undefined)
}
