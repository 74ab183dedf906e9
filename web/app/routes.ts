import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { FeedPage } from '#web/feed/FeedPage.tsx'
import { Home } from './Home.tsx'
import { lazyPage } from './lazy-page.ts'

/** The people who may open a page; `Guard` redirects everybody else. */
export type Access = 'everyone' | 'signedOut' | 'notOnboarded' | 'signedIn' | 'administrator'

type PageRoute = {
  path: string
  access: Access
  Page: ComponentType & { preload?: () => Promise<unknown> }
  /** On a phone the page has no bottom bar; some put a composer in its place. */
  hidesBar?: boolean
  /** On a desk the page takes all the room beside the rail, and there is no column at its right. */
  isWide?: boolean
  /** The page is a step of signing in, so it is never remembered as the destination. */
  isEntrance?: boolean
  /** The page slides in from the right, and out again on Back. */
  slides?: boolean
}

/** Both addresses of a profile, or of a post, show the same component, so that React keeps its state between them. */
const ProfilePage = lazyPage(() => import('#web/users/ProfilePage.tsx'), 'ProfilePage')
const PostPage = lazyPage(() => import('#web/comments/PostPage.tsx'), 'PostPage')

/** The terms and the privacy policy. */
const LegalTextPage = lazyPage(() => import('#web/legal-texts/LegalTextPage.tsx'), 'LegalTextPage')

/** On a desk the list stays where it is beside each conversation. */
const ChatPage = lazyPage(() => import('#web/chat/ChatPage.tsx'), 'ChatPage')

/** Every page of the app. The feed, with which it opens, is part of the first file; the others load on demand. */
export const routes: readonly PageRoute[] = [
  { path: pagePaths.home, access: 'everyone', Page: Home, isEntrance: true },
  {
    path: pagePaths.login,
    access: 'signedOut',
    Page: lazyPage(() => import('#web/auth/sign-in/LoginPage.tsx'), 'LoginPage'),
    isEntrance: true,
  },
  {
    path: pagePaths.register,
    access: 'signedOut',
    Page: lazyPage(() => import('#web/auth/sign-in/RegisterPage.tsx'), 'RegisterPage'),
    isEntrance: true,
  },
  {
    path: pagePaths.forgotPassword,
    access: 'everyone',
    Page: lazyPage(() => import('#web/auth/sign-in/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
    isEntrance: true,
  },
  {
    path: pagePaths.resetPassword,
    access: 'everyone',
    Page: lazyPage(() => import('#web/auth/sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
    isEntrance: true,
  },
  {
    path: pagePaths.confirmEmail,
    access: 'everyone',
    Page: lazyPage(() => import('#web/auth/sign-in/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
    isEntrance: true,
  },
  {
    path: pagePaths.welcome,
    access: 'everyone',
    Page: lazyPage(() => import('#web/onboarding/WelcomePage.tsx'), 'WelcomePage'),
    isEntrance: true,
    hidesBar: true,
  },
  {
    path: pagePaths.onboarding,
    access: 'notOnboarded',
    Page: lazyPage(() => import('#web/onboarding/OnboardingPage.tsx'), 'OnboardingPage'),
    isEntrance: true,
    hidesBar: true,
  },
  {
    path: pagePaths.requiredLocation,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/onboarding/RequiredLocationPage.tsx'), 'RequiredLocationPage'),
    isEntrance: true,
  },
  { path: pagePaths.feed, access: 'signedIn', Page: FeedPage },
  {
    path: pagePaths.followingFeed,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/feed/FollowingFeedPage.tsx'), 'FollowingFeedPage'),
  },
  {
    path: pagePaths.search,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/search/SearchPage.tsx'), 'SearchPage'),
  },
  {
    path: pagePaths.map,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/map/MapPage.tsx'), 'MapPage'),
    isWide: true,
  },
  {
    path: pagePaths.newSpot,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/posts/NewPostPage.tsx'), 'NewPostPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.likes(':postId'),
    access: 'everyone',
    Page: lazyPage(() => import('#web/posts/LikesPage.tsx'), 'LikesPage'),
    hidesBar: true,
    slides: true,
  },
  { path: pagePaths.post(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  { path: pagePaths.comments(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  {
    path: pagePaths.spottedRequests(':postId'),
    access: 'everyone',
    Page: lazyPage(() => import('#web/spotted/SpottedRequestsPage.tsx'), 'SpottedRequestsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.location(':locationId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/places/LocationPage.tsx'), 'LocationPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.locationFollowers(':locationId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/places/LocationFollowersPage.tsx'), 'LocationFollowersPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.locationSpotted(':locationId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/spotted/LocationSpottedPage.tsx'), 'LocationSpottedPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.followedLocations(':userId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/places/FollowedLocationsPage.tsx'), 'FollowedLocationsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.requireLocationProperty,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/places/RequireLocationPropertyPage.tsx'), 'RequireLocationPropertyPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.notifications,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
  },
  { path: pagePaths.ownProfile, access: 'signedIn', Page: ProfilePage },
  { path: pagePaths.profile(':userId'), access: 'signedIn', Page: ProfilePage },
  {
    path: pagePaths.hashtag(':tag'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/hashtags/HashtagPage.tsx'), 'HashtagPage'),
  },
  {
    path: pagePaths.userNamed(':username'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/users/NamedUserPage.tsx'), 'NamedUserPage'),
  },
  {
    path: pagePaths.savedPosts,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/posts/SavedPostsPage.tsx'), 'SavedPostsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.editProfile,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/users/EditProfilePage.tsx'), 'EditProfilePage'),
    hidesBar: true,
  },
  {
    path: pagePaths.followers(':userId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/users/FollowersPage.tsx'), 'FollowersPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.following(':userId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/users/FollowingPage.tsx'), 'FollowingPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.spotted(':userId'),
    access: 'signedIn',
    Page: lazyPage(() => import('#web/spotted/SpottedPage.tsx'), 'SpottedPage'),
  },
  { path: pagePaths.chat, access: 'signedIn', Page: ChatPage, isWide: true },
  { path: pagePaths.conversation(':userId'), access: 'signedIn', Page: ChatPage, isWide: true, hidesBar: true },
  {
    path: pagePaths.settings,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/settings/SettingsPage.tsx'), 'SettingsPage'),
    isWide: true,
    hidesBar: true,
  },
  {
    path: pagePaths.security,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/auth/security/SecurityPage.tsx'), 'SecurityPage'),
  },
  {
    path: pagePaths.muted,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/moderation/MutedPage.tsx'), 'MutedPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.blockedUsers,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/moderation/BlockedUsersPage.tsx'), 'BlockedUsersPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.moderation,
    access: 'signedIn',
    Page: lazyPage(() => import('./ModeratorsOnly.tsx'), 'ModeratorsOnly'),
  },
  {
    path: pagePaths.administration,
    access: 'administrator',
    Page: lazyPage(() => import('#web/administration/AdministrationPage.tsx'), 'AdministrationPage'),
    isWide: true,
  },
  {
    path: pagePaths.administrationPeople,
    access: 'administrator',
    Page: lazyPage(() => import('#web/moderation/PeoplePage.tsx'), 'PeoplePage'),
    hidesBar: true,
  },
  {
    path: pagePaths.administrationRegistrations,
    access: 'administrator',
    Page: lazyPage(() => import('#web/registrations/RegistrationsPage.tsx'), 'RegistrationsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.administrationAnnouncements,
    access: 'administrator',
    Page: lazyPage(() => import('#web/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.administrationTexts,
    access: 'administrator',
    Page: lazyPage(() => import('#web/legal-texts/TextsPage.tsx'), 'TextsPage'),
    hidesBar: true,
  },
  {
    path: pagePaths.exportAccount,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/auth/account/ExportAccountPage.tsx'), 'ExportAccountPage'),
  },
  {
    path: pagePaths.deleteAccount,
    access: 'signedIn',
    Page: lazyPage(() => import('#web/auth/account/DeleteAccountPage.tsx'), 'DeleteAccountPage'),
  },
  { path: pagePaths.terms, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  { path: pagePaths.privacy, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  { path: '*', access: 'signedIn', Page: lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage') },
]

/** Returns the route of a URL. */
export const routeOf = (pathname: string) => routes.find(({ path }) => matchPath(path, pathname))

/** Fetches the code of the page at a URL. Never rejects: the page itself reports the failure when it is opened. */
export const preloadPage = async (pathname: string) =>
  void (await routeOf(pathname)
    ?.Page.preload?.()
    .catch(() => undefined))
