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

const AdministrationPage = lazyPage(() => import('#web/administration/AdministrationPage.tsx'), 'AdministrationPage')
const AnnouncementsPage = lazyPage(() => import('#web/announcements/AnnouncementsPage.tsx'), 'AnnouncementsPage')
const BlockedUsersPage = lazyPage(() => import('#web/moderation/BlockedUsersPage.tsx'), 'BlockedUsersPage')
const ConfirmEmailPage = lazyPage(() => import('#web/auth/sign-in/ConfirmEmailPage.tsx'), 'ConfirmEmailPage')
const DeleteAccountPage = lazyPage(() => import('#web/auth/account/DeleteAccountPage.tsx'), 'DeleteAccountPage')
const EditProfilePage = lazyPage(() => import('#web/users/EditProfilePage.tsx'), 'EditProfilePage')
const ExportAccountPage = lazyPage(() => import('#web/auth/account/ExportAccountPage.tsx'), 'ExportAccountPage')
const FollowedLocationsPage = lazyPage(() => import('#web/places/FollowedLocationsPage.tsx'), 'FollowedLocationsPage')
const FollowersPage = lazyPage(() => import('#web/users/FollowersPage.tsx'), 'FollowersPage')
const FollowingFeedPage = lazyPage(() => import('#web/feed/FollowingFeedPage.tsx'), 'FollowingFeedPage')
const FollowingPage = lazyPage(() => import('#web/users/FollowersPage.tsx'), 'FollowingPage')
const ForgotPasswordPage = lazyPage(() => import('#web/auth/sign-in/ForgotPasswordPage.tsx'), 'ForgotPasswordPage')
const HashtagPage = lazyPage(() => import('#web/hashtags/HashtagPage.tsx'), 'HashtagPage')
const LikesPage = lazyPage(() => import('#web/posts/LikesPage.tsx'), 'LikesPage')
const LocationFollowersPage = lazyPage(() => import('#web/places/LocationFollowersPage.tsx'), 'LocationFollowersPage')
const LocationPage = lazyPage(() => import('#web/places/LocationPage.tsx'), 'LocationPage')
const LocationSpottedPage = lazyPage(() => import('#web/spotted/LocationSpottedPage.tsx'), 'LocationSpottedPage')
const LoginPage = lazyPage(() => import('#web/auth/sign-in/LoginPage.tsx'), 'LoginPage')
const MapPage = lazyPage(() => import('#web/map/MapPage.tsx'), 'MapPage')
const ModeratorsOnly = lazyPage(() => import('./ModeratorsOnly.tsx'), 'ModeratorsOnly')
const MutedPage = lazyPage(() => import('#web/moderation/MutedPage.tsx'), 'MutedPage')
const NamedUserPage = lazyPage(() => import('#web/users/NamedUserPage.tsx'), 'NamedUserPage')
const NewPostPage = lazyPage(() => import('#web/posts/NewPostPage.tsx'), 'NewPostPage')
const NotFoundPage = lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage')
const NotificationsPage = lazyPage(() => import('#web/notifications/NotificationsPage.tsx'), 'NotificationsPage')
const OnboardingPage = lazyPage(() => import('#web/onboarding/OnboardingPage.tsx'), 'OnboardingPage')
const PeoplePage = lazyPage(() => import('#web/moderation/PeoplePage.tsx'), 'PeoplePage')
const RegisterPage = lazyPage(() => import('#web/auth/sign-in/RegisterPage.tsx'), 'RegisterPage')
const RegistrationsPage = lazyPage(() => import('#web/registrations/RegistrationsPage.tsx'), 'RegistrationsPage')
const RequireLocationPropertyPage = lazyPage(
  () => import('#web/places/RequireLocationPropertyPage.tsx'),
  'RequireLocationPropertyPage',
)
const RequiredLocationPage = lazyPage(() => import('#web/onboarding/RequiredLocationPage.tsx'), 'RequiredLocationPage')
const ResetPasswordPage = lazyPage(() => import('#web/auth/sign-in/ResetPasswordPage.tsx'), 'ResetPasswordPage')
const SavedPostsPage = lazyPage(() => import('#web/posts/SavedPostsPage.tsx'), 'SavedPostsPage')
const SearchPage = lazyPage(() => import('#web/search/SearchPage.tsx'), 'SearchPage')
const SecurityPage = lazyPage(() => import('#web/auth/security/SecurityPage.tsx'), 'SecurityPage')
const SettingsPage = lazyPage(() => import('#web/settings/SettingsPage.tsx'), 'SettingsPage')
const SettingsSectionPage = lazyPage(() => import('#web/settings/SettingsSectionPage.tsx'), 'SettingsSectionPage')
const SpottedPage = lazyPage(() => import('#web/spotted/SpottedPage.tsx'), 'SpottedPage')
const SpottedRequestsPage = lazyPage(() => import('#web/spotted/SpottedRequestsPage.tsx'), 'SpottedRequestsPage')
const TextsPage = lazyPage(() => import('#web/legal-texts/TextsPage.tsx'), 'TextsPage')
const WelcomePage = lazyPage(() => import('#web/onboarding/WelcomePage.tsx'), 'WelcomePage')

/** Every page of the app. The feed, with which it opens, is part of the first file; the others load on demand. */
export const routes: readonly PageRoute[] = [
  { path: pagePaths.home, access: 'everyone', Page: Home, isEntrance: true },
  { path: pagePaths.login, access: 'signedOut', Page: LoginPage, isEntrance: true },
  { path: pagePaths.register, access: 'signedOut', Page: RegisterPage, isEntrance: true },
  { path: pagePaths.forgotPassword, access: 'everyone', Page: ForgotPasswordPage, isEntrance: true },
  { path: pagePaths.resetPassword, access: 'everyone', Page: ResetPasswordPage, isEntrance: true },
  { path: pagePaths.confirmEmail, access: 'everyone', Page: ConfirmEmailPage, isEntrance: true },
  { path: pagePaths.welcome, access: 'everyone', Page: WelcomePage, isEntrance: true, hidesBar: true },
  { path: pagePaths.onboarding, access: 'notOnboarded', Page: OnboardingPage, isEntrance: true, hidesBar: true },
  { path: pagePaths.requiredLocation, access: 'signedIn', Page: RequiredLocationPage, isEntrance: true },
  { path: pagePaths.feed, access: 'signedIn', Page: FeedPage },
  { path: pagePaths.followingFeed, access: 'signedIn', Page: FollowingFeedPage },
  { path: pagePaths.search, access: 'signedIn', Page: SearchPage },
  { path: pagePaths.map, access: 'signedIn', Page: MapPage, isWide: true },
  { path: pagePaths.newSpot, access: 'signedIn', Page: NewPostPage, hidesBar: true },
  { path: pagePaths.likes(':postId'), access: 'everyone', Page: LikesPage, hidesBar: true, slides: true },
  { path: pagePaths.post(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  { path: pagePaths.comments(':postId'), access: 'everyone', Page: PostPage, hidesBar: true, slides: true },
  { path: pagePaths.spottedRequests(':postId'), access: 'everyone', Page: SpottedRequestsPage, hidesBar: true },
  { path: pagePaths.location(':locationId'), access: 'everyone', Page: LocationPage, hidesBar: true },
  { path: pagePaths.locationFollowers(':locationId'), access: 'signedIn', Page: LocationFollowersPage, hidesBar: true },
  { path: pagePaths.locationSpotted(':locationId'), access: 'everyone', Page: LocationSpottedPage, hidesBar: true },
  { path: pagePaths.followedLocations(':userId'), access: 'signedIn', Page: FollowedLocationsPage, hidesBar: true },
  { path: pagePaths.requireLocationProperty, access: 'signedIn', Page: RequireLocationPropertyPage, hidesBar: true },
  { path: pagePaths.notifications, access: 'signedIn', Page: NotificationsPage },
  { path: pagePaths.ownProfile, access: 'signedIn', Page: ProfilePage },
  { path: pagePaths.profile(':userId'), access: 'everyone', Page: ProfilePage },
  { path: pagePaths.hashtag(':tag'), access: 'signedIn', Page: HashtagPage, hidesBar: true },
  { path: pagePaths.userNamed(':username'), access: 'signedIn', Page: NamedUserPage },
  { path: pagePaths.savedPosts, access: 'signedIn', Page: SavedPostsPage, hidesBar: true },
  { path: pagePaths.editProfile, access: 'signedIn', Page: EditProfilePage, hidesBar: true },
  { path: pagePaths.followers(':userId'), access: 'signedIn', Page: FollowersPage, hidesBar: true },
  { path: pagePaths.following(':userId'), access: 'signedIn', Page: FollowingPage, hidesBar: true },
  { path: pagePaths.spotted(':userId'), access: 'signedIn', Page: SpottedPage },
  { path: pagePaths.chat, access: 'signedIn', Page: ChatPage, isWide: true },
  { path: pagePaths.conversation(':userId'), access: 'signedIn', Page: ChatPage, isWide: true, hidesBar: true },
  { path: pagePaths.settings, access: 'signedIn', Page: SettingsPage, hidesBar: true },
  { path: pagePaths.settingsSection(':section'), access: 'signedIn', Page: SettingsSectionPage, hidesBar: true },
  { path: pagePaths.security, access: 'signedIn', Page: SecurityPage, hidesBar: true },
  { path: pagePaths.muted, access: 'signedIn', Page: MutedPage, hidesBar: true },
  { path: pagePaths.blockedUsers, access: 'signedIn', Page: BlockedUsersPage, hidesBar: true },
  { path: pagePaths.moderation, access: 'signedIn', Page: ModeratorsOnly },
  { path: pagePaths.administration, access: 'administrator', Page: AdministrationPage, isWide: true },
  { path: pagePaths.administrationPeople, access: 'administrator', Page: PeoplePage, hidesBar: true },
  { path: pagePaths.administrationRegistrations, access: 'administrator', Page: RegistrationsPage, hidesBar: true },
  { path: pagePaths.administrationAnnouncements, access: 'administrator', Page: AnnouncementsPage, hidesBar: true },
  { path: pagePaths.administrationTexts, access: 'administrator', Page: TextsPage, hidesBar: true },
  { path: pagePaths.exportAccount, access: 'signedIn', Page: ExportAccountPage, hidesBar: true },
  { path: pagePaths.deleteAccount, access: 'signedIn', Page: DeleteAccountPage, hidesBar: true },
  { path: pagePaths.terms, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  { path: pagePaths.privacy, access: 'everyone', Page: LegalTextPage, isEntrance: true },
  { path: '*', access: 'signedIn', Page: NotFoundPage },
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
