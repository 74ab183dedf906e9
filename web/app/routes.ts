import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { FeedPage } from '#web/feed/FeedPage.tsx'
import { Home } from './Home.tsx'
import { lazyPage } from './lazy-page.ts'

/** The people who may open a page; `Guard` redirects everybody else. */
export type Access = 'everyone' | 'signedOut' | 'notOnboarded' | 'signedIn' | 'administrator'

type PageOptions = {
  /** On a phone the page has no bottom bar; some put a composer in its place. */
  hidesBar?: boolean
  /** On a desk the page takes all the room beside the rail, and there is no column at its right. */
  isWide?: boolean
  /** The page is a step of signing in, so it is never remembered as the destination. */
  isEntrance?: boolean
  /** The page slides in from the right, and out again on Back. */
  slides?: boolean
}
type PageRoute = PageOptions & {
  path: string
  access: Access
  Page: ComponentType & { preload?: () => Promise<unknown> }
}

/** Creates the routes of pages that these people may open, whose code loads on demand. */
const pagesFor =
  (access: Access) =>
  (path: string, load: Parameters<typeof lazyPage>[0], ...options: (keyof PageOptions)[]): PageRoute => ({
    path,
    access,
    Page: lazyPage(load),
    ...Object.fromEntries(options.map((option) => [option, true])),
  })
const everyone = pagesFor('everyone')
const signedOut = pagesFor('signedOut')
const signedIn = pagesFor('signedIn')
const administrator = pagesFor('administrator')

/** Both addresses of a profile, or of a post, show the same component, so that React keeps its state between them. */
const ProfilePage = lazyPage(() => import('#web/users/ProfilePage.tsx'))
const PostPage = lazyPage(() => import('#web/comments/PostPage.tsx'))

/** The terms and the privacy policy. */
const LegalTextPage = lazyPage(() => import('#web/legal-texts/LegalTextPage.tsx'))

/** On a desk the list stays where it is beside each conversation. */
const ChatPage = lazyPage(() => import('#web/chat/ChatPage.tsx'))

/** Every page of the app. The feed, with which it opens, is part of the first file; the others load on demand. */
export const routes: readonly PageRoute[] = [
  { path: pagePaths.home, access: 'everyone', Page: Home, isEntrance: true },
  signedOut(pagePaths.login, () => import('#web/auth/sign-in/LoginPage.tsx'), 'isEntrance'),
  signedOut(pagePaths.register, () => import('#web/auth/sign-in/RegisterPage.tsx'), 'isEntrance'),
  everyone(pagePaths.forgotPassword, () => import('#web/auth/sign-in/ForgotPasswordPage.tsx'), 'isEntrance'),
  everyone(pagePaths.resetPassword, () => import('#web/auth/sign-in/ResetPasswordPage.tsx'), 'isEntrance'),
  everyone(pagePaths.confirmEmail, () => import('#web/auth/sign-in/ConfirmEmailPage.tsx'), 'isEntrance'),
  everyone(pagePaths.welcome, () => import('#web/onboarding/WelcomePage.tsx'), 'isEntrance', 'hidesBar'),
  pagesFor('notOnboarded')(
    pagePaths.onboarding,
    () => import('#web/onboarding/OnboardingPage.tsx'),
    'isEntrance',
    'hidesBar',
  ),
  signedIn(pagePaths.requiredLocation, () => import('#web/onboarding/RequiredLocationPage.tsx'), 'isEntrance'),
  { path: pagePaths.feed, access: 'signedIn', Page: FeedPage },
  signedIn(pagePaths.followingFeed, () => import('#web/feed/FollowingFeedPage.tsx')),
  signedIn(pagePaths.search, () => import('#web/search/SearchPage.tsx')),
  signedIn(pagePaths.map, () => import('#web/map/MapPage.tsx'), 'isWide'),
  signedIn(pagePaths.newSpot, () => import('#web/posts/NewPostPage.tsx'), 'hidesBar'),
  everyone(pagePaths.likes(':postId'), () => import('#web/posts/LikesPage.tsx'), 'hidesBar', 'slides'),
  { path: pagePaths.post(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  { path: pagePaths.comments(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  everyone(pagePaths.spottedRequests(':postId'), () => import('#web/spotted/SpottedRequestsPage.tsx'), 'hidesBar'),
  everyone(pagePaths.location(':locationId'), () => import('#web/places/LocationPage.tsx'), 'hidesBar'),
  signedIn(
    pagePaths.locationFollowers(':locationId'),
    () => import('#web/places/LocationFollowersPage.tsx'),
    'hidesBar',
  ),
  everyone(pagePaths.locationSpotted(':locationId'), () => import('#web/spotted/LocationSpottedPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.followedLocations(':userId'), () => import('#web/places/FollowedLocationsPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.requireLocationProperty, () => import('#web/places/RequireLocationPropertyPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.notifications, () => import('#web/notifications/NotificationsPage.tsx')),
  { path: pagePaths.ownProfile, access: 'signedIn', Page: ProfilePage },
  { path: pagePaths.profile(':userId'), access: 'everyone', Page: ProfilePage },
  signedIn(pagePaths.hashtag(':tag'), () => import('#web/hashtags/HashtagPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.userNamed(':username'), () => import('#web/users/NamedUserPage.tsx')),
  signedIn(pagePaths.savedPosts, () => import('#web/posts/SavedPostsPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.editProfile, () => import('#web/users/EditProfilePage.tsx'), 'hidesBar'),
  signedIn(pagePaths.followers(':userId'), () => import('#web/users/FollowersPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.following(':userId'), () => import('#web/users/FollowersPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.spotted(':userId'), () => import('#web/spotted/SpottedPage.tsx')),
  { path: pagePaths.chat, access: 'signedIn', Page: ChatPage, isWide: true },
  { path: pagePaths.conversation(':userId'), access: 'signedIn', Page: ChatPage, isWide: true, hidesBar: true },
  signedIn(pagePaths.settings, () => import('#web/settings/SettingsPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.settingsSection(':section'), () => import('#web/settings/SettingsSectionPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.security, () => import('#web/auth/security/SecurityPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.muted, () => import('#web/moderation/MutedPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.blockedUsers, () => import('#web/moderation/BlockedUsersPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.moderation, () => import('./ModeratorsOnly.tsx')),
  administrator(pagePaths.administration, () => import('#web/administration/AdministrationPage.tsx'), 'isWide'),
  administrator(pagePaths.administrationPeople, () => import('#web/moderation/PeoplePage.tsx'), 'hidesBar'),
  administrator(
    pagePaths.administrationRegistrations,
    () => import('#web/registrations/RegistrationsPage.tsx'),
    'hidesBar',
  ),
  administrator(
    pagePaths.administrationAnnouncements,
    () => import('#web/announcements/AnnouncementsPage.tsx'),
    'hidesBar',
  ),
  administrator(pagePaths.administrationStreets, () => import('#web/map/streets/StreetsPage.tsx'), 'hidesBar'),
  administrator(pagePaths.administrationTexts, () => import('#web/legal-texts/TextsPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.exportAccount, () => import('#web/auth/account/ExportAccountPage.tsx'), 'hidesBar'),
  signedIn(pagePaths.deleteAccount, () => import('#web/auth/account/DeleteAccountPage.tsx'), 'hidesBar'),
  { path: pagePaths.terms, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  { path: pagePaths.privacy, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  signedIn('*', () => import('./NotFoundPage.tsx')),
]

/** Returns a path as it is, or one that leads nowhere if it cannot be decoded: "/hashtag/100%". */
export function decodablePath(pathname: string): string {
  try {
    // The build leaves out a call whose result is not used.
    return decodeURIComponent(pathname) && pathname
  } catch {
    return '/-'
  }
}

/** The sub-pages of each item of the main navigation. Somebody else's profile belongs to none. */
const subPages: Record<string, readonly string[]> = {
  [pagePaths.feed]: [
    pagePaths.followingFeed,
    pagePaths.likes(':postId'),
    pagePaths.post(':postId'),
    pagePaths.comments(':postId'),
  ],
  [pagePaths.search]: [
    pagePaths.map,
    pagePaths.hashtag(':tag'),
    pagePaths.location(':locationId'),
    pagePaths.locationFollowers(':locationId'),
    pagePaths.locationSpotted(':locationId'),
    pagePaths.requireLocationProperty,
  ],
  [pagePaths.chat]: [pagePaths.conversation(':userId')],
  [pagePaths.notifications]: [pagePaths.spotted(':userId'), pagePaths.spottedRequests(':postId')],
  [pagePaths.ownProfile]: [
    pagePaths.savedPosts,
    pagePaths.editProfile,
    pagePaths.settings,
    pagePaths.settingsSection(':section'),
    pagePaths.security,
    pagePaths.muted,
    pagePaths.blockedUsers,
    pagePaths.exportAccount,
    pagePaths.deleteAccount,
  ],
}

/** Pages of the viewer's profile if the id in them is theirs. */
const profilePages = [
  pagePaths.profile(':userId'),
  pagePaths.followers(':userId'),
  pagePaths.following(':userId'),
  pagePaths.followedLocations(':userId'),
]

/** Returns the item of the main navigation to which a page belongs. */
export function navigationItemOf(pathname: string, viewerId: number): string | undefined {
  const path = routeOf(pathname)?.path ?? pathname
  if (profilePages.includes(path))
    return matchPath(path, pathname)?.params['userId'] === String(viewerId) ? pagePaths.ownProfile : undefined
  return Object.keys(subPages).find((item) => item === path || subPages[item]?.includes(path)) ?? path
}

/** Returns the route of a URL. */
export const routeOf = (pathname: string) => routes.find(({ path }) => matchPath(path, decodablePath(pathname)))

/** Fetches the code of the page at a URL. Never rejects: the page itself reports the failure when it is opened. */
export const preloadPage = async (pathname: string) =>
  void (await routeOf(pathname)
    ?.Page.preload?.()
    .catch(() => undefined))
