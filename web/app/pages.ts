import { lazy } from 'react'
import { matchPath } from 'react-router'
import { paths } from './paths.ts'

/** Every page but the feed, with which the app opens: it comes with the app, in one file and one request. */
const load = {
  login: () => import('#web/auth/LoginPage.tsx'),
  register: () => import('#web/auth/RegisterPage.tsx'),
  onboarding: () => import('#web/onboarding/OnboardingPage.tsx'),
  requiredLocation: () => import('#web/onboarding/RequiredLocationPage.tsx'),
  newPost: () => import('#web/posts/NewPostPage.tsx'),
  likes: () => import('#web/posts/LikesPage.tsx'),
  comments: () => import('#web/comments/CommentsPage.tsx'),
  notFound: () => import('./NotFoundPage.tsx'),
}

export const LoginPage = lazy(() => load.login().then((page) => ({ default: page.LoginPage })))
export const RegisterPage = lazy(() => load.register().then((page) => ({ default: page.RegisterPage })))
export const OnboardingPage = lazy(() => load.onboarding().then((page) => ({ default: page.OnboardingPage })))
export const RequiredLocationPage = lazy(() => load.requiredLocation().then((page) => ({ default: page.RequiredLocationPage })))
export const NewPostPage = lazy(() => load.newPost().then((page) => ({ default: page.NewPostPage })))
export const LikesPage = lazy(() => load.likes().then((page) => ({ default: page.LikesPage })))
export const CommentsPage = lazy(() => load.comments().then((page) => ({ default: page.CommentsPage })))
export const NotFoundPage = lazy(() => load.notFound().then((page) => ({ default: page.NotFoundPage })))

const loaders = [
  [paths.login, load.login],
  [paths.register, load.register],
  [paths.onboarding, load.onboarding],
  [paths.requiredLocation, load.requiredLocation],
  [paths.newSpot, load.newPost],
  [paths.likes(':postId'), load.likes],
  [paths.comments(':postId'), load.comments],
] as const

/** Fetches the page that a URL shows, before it is needed. Never rejects: the page itself will tell. */
export async function preloadPage(pathname: string) {
  const loader = loaders.find(([pattern]) => matchPath(pattern, pathname))?.[1]
  await loader?.().catch(() => undefined)
}
