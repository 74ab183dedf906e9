import { matchPath } from 'react-router'
import { lazyPage } from './lazy-page.ts'
import { pagePaths } from '#contract/page-paths.ts'

// Every page but the feed, with which the app opens: that comes with the app, in one file and one request.
export const LoginPage = lazyPage(async () => (await import('#web/auth/sign-in/LoginPage.tsx')).LoginPage)
export const RegisterPage = lazyPage(async () => (await import('#web/auth/sign-in/RegisterPage.tsx')).RegisterPage)
export const ForgotPasswordPage = lazyPage(
  async () => (await import('#web/auth/sign-in/ForgotPasswordPage.tsx')).ForgotPasswordPage,
)
export const ResetPasswordPage = lazyPage(
  async () => (await import('#web/auth/sign-in/ResetPasswordPage.tsx')).ResetPasswordPage,
)
export const ConfirmEmailPage = lazyPage(
  async () => (await import('#web/auth/sign-in/ConfirmEmailPage.tsx')).ConfirmEmailPage,
)
export const SecurityPage = lazyPage(async () => (await import('#web/auth/security/SecurityPage.tsx')).SecurityPage)
export const OnboardingPage = lazyPage(async () => (await import('#web/onboarding/OnboardingPage.tsx')).OnboardingPage)
export const RequiredLocationPage = lazyPage(
  async () => (await import('#web/onboarding/RequiredLocationPage.tsx')).RequiredLocationPage,
)
export const NewPostPage = lazyPage(async () => (await import('#web/posts/NewPostPage.tsx')).NewPostPage)
export const LikesPage = lazyPage(async () => (await import('#web/posts/LikesPage.tsx')).LikesPage)
export const CommentsPage = lazyPage(async () => (await import('#web/comments/CommentsPage.tsx')).CommentsPage)
export const NotificationsPage = lazyPage(
  async () => (await import('#web/notifications/NotificationsPage.tsx')).NotificationsPage,
)
export const ProfilePage = lazyPage(async () => (await import('#web/users/ProfilePage.tsx')).ProfilePage)
export const EditProfilePage = lazyPage(async () => (await import('#web/users/EditProfilePage.tsx')).EditProfilePage)
export const FollowersPage = lazyPage(async () => (await import('#web/users/FollowersPage.tsx')).FollowersPage)
export const FollowingPage = lazyPage(async () => (await import('#web/users/FollowingPage.tsx')).FollowingPage)
export const SpottedPage = lazyPage(async () => (await import('#web/spotted/SpottedPage.tsx')).SpottedPage)
export const SpottedRequestsPage = lazyPage(
  async () => (await import('#web/spotted/SpottedRequestsPage.tsx')).SpottedRequestsPage,
)
export const ConversationsPage = lazyPage(
  async () => (await import('#web/chat/ConversationsPage.tsx')).ConversationsPage,
)
export const ConversationPage = lazyPage(async () => (await import('#web/chat/ConversationPage.tsx')).ConversationPage)
export const SettingsPage = lazyPage(async () => (await import('#web/settings/SettingsPage.tsx')).SettingsPage)
export const BlockedUsersPage = lazyPage(
  async () => (await import('#web/moderation/BlockedUsersPage.tsx')).BlockedUsersPage,
)
export const ModerationPage = lazyPage(async () => (await import('./ModeratorsOnly.tsx')).ModeratorsOnly)
export const TermsPage = lazyPage(async () => (await import('#web/settings/TermsPage.tsx')).TermsPage)
export const PrivacyPage = lazyPage(async () => (await import('#web/settings/PrivacyPage.tsx')).PrivacyPage)
export const DeleteAccountPage = lazyPage(
  async () => (await import('#web/auth/account/DeleteAccountPage.tsx')).DeleteAccountPage,
)
export const SearchPage = lazyPage(async () => (await import('#web/search/SearchPage.tsx')).SearchPage)
export const LocationPage = lazyPage(async () => (await import('#web/places/LocationPage.tsx')).LocationPage)
export const LocationFollowersPage = lazyPage(
  async () => (await import('#web/places/LocationFollowersPage.tsx')).LocationFollowersPage,
)
export const LocationSpottedPage = lazyPage(
  async () => (await import('#web/spotted/LocationSpottedPage.tsx')).LocationSpottedPage,
)
export const FollowedLocationsPage = lazyPage(
  async () => (await import('#web/places/FollowedLocationsPage.tsx')).FollowedLocationsPage,
)
export const RequireLocationPropertyPage = lazyPage(
  async () => (await import('#web/places/RequireLocationPropertyPage.tsx')).RequireLocationPropertyPage,
)
export const NotFoundPage = lazyPage(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

const pages = [
  [pagePaths.login, LoginPage],
  [pagePaths.register, RegisterPage],
  [pagePaths.forgotPassword, ForgotPasswordPage],
  [pagePaths.resetPassword, ResetPasswordPage],
  [pagePaths.confirmEmail, ConfirmEmailPage],
  [pagePaths.security, SecurityPage],
  [pagePaths.onboarding, OnboardingPage],
  [pagePaths.requiredLocation, RequiredLocationPage],
  [pagePaths.newSpot, NewPostPage],
  [pagePaths.likes(':postId'), LikesPage],
  [pagePaths.comments(':postId'), CommentsPage],
  [pagePaths.notifications, NotificationsPage],
  [pagePaths.ownProfile, ProfilePage],
  [pagePaths.profile(':userId'), ProfilePage],
  [pagePaths.editProfile, EditProfilePage],
  [pagePaths.followers(':userId'), FollowersPage],
  [pagePaths.following(':userId'), FollowingPage],
  [pagePaths.spotted(':userId'), SpottedPage],
  [pagePaths.spottedRequests(':postId'), SpottedRequestsPage],
  [pagePaths.chat, ConversationsPage],
  [pagePaths.conversation(':userId'), ConversationPage],
  [pagePaths.settings, SettingsPage],
  [pagePaths.blockedUsers, BlockedUsersPage],
  [pagePaths.moderation, ModerationPage],
  [pagePaths.terms, TermsPage],
  [pagePaths.privacy, PrivacyPage],
  [pagePaths.deleteAccount, DeleteAccountPage],
  [pagePaths.search, SearchPage],
  [pagePaths.location(':locationId'), LocationPage],
  [pagePaths.locationFollowers(':locationId'), LocationFollowersPage],
  [pagePaths.locationSpotted(':locationId'), LocationSpottedPage],
  [pagePaths.followedLocations(':userId'), FollowedLocationsPage],
  [pagePaths.requireLocationProperty, RequireLocationPropertyPage],
] as const

/** Fetches the page that a URL shows, before it is needed. Never rejects: the page itself will tell. */
export async function preloadPage(pathname: string) {
  const page = pages.find(([pattern]) => matchPath(pattern, pathname))?.[1]
  await page?.preload().catch(() => undefined)
}
