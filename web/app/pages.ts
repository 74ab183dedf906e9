import { matchPath } from 'react-router'
import { latePage } from './lazy-page.ts'
import { paths } from '#contract/page-paths.ts'

// Every page but the feed, with which the app opens: that comes with the app, in one file and one request.
export const LoginPage = latePage(async () => (await import('#web/auth/LoginPage.tsx')).LoginPage)
export const RegisterPage = latePage(async () => (await import('#web/auth/RegisterPage.tsx')).RegisterPage)
export const ForgotPasswordPage = latePage(
  async () => (await import('#web/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
)
export const ResetPasswordPage = latePage(
  async () => (await import('#web/auth/ResetPasswordPage.tsx')).ResetPasswordPage,
)
export const ConfirmEmailPage = latePage(async () => (await import('#web/auth/ConfirmEmailPage.tsx')).ConfirmEmailPage)
export const SecurityPage = latePage(async () => (await import('#web/auth/SecurityPage.tsx')).SecurityPage)
export const OnboardingPage = latePage(async () => (await import('#web/onboarding/OnboardingPage.tsx')).OnboardingPage)
export const RequiredLocationPage = latePage(
  async () => (await import('#web/onboarding/RequiredLocationPage.tsx')).RequiredLocationPage,
)
export const NewPostPage = latePage(async () => (await import('#web/posts/NewPostPage.tsx')).NewPostPage)
export const LikesPage = latePage(async () => (await import('#web/posts/LikesPage.tsx')).LikesPage)
export const CommentsPage = latePage(async () => (await import('#web/comments/CommentsPage.tsx')).CommentsPage)
export const NotificationsPage = latePage(
  async () => (await import('#web/notifications/NotificationsPage.tsx')).NotificationsPage,
)
export const ProfilePage = latePage(async () => (await import('#web/users/ProfilePage.tsx')).ProfilePage)
export const EditProfilePage = latePage(async () => (await import('#web/users/EditProfilePage.tsx')).EditProfilePage)
export const FollowersPage = latePage(async () => (await import('#web/users/FollowersPage.tsx')).FollowersPage)
export const FollowingPage = latePage(async () => (await import('#web/users/FollowingPage.tsx')).FollowingPage)
export const SpottedPage = latePage(async () => (await import('#web/spotted/SpottedPage.tsx')).SpottedPage)
export const SpottedRequestsPage = latePage(
  async () => (await import('#web/spotted/SpottedRequestsPage.tsx')).SpottedRequestsPage,
)
export const ConversationsPage = latePage(
  async () => (await import('#web/chat/ConversationsPage.tsx')).ConversationsPage,
)
export const ConversationPage = latePage(async () => (await import('#web/chat/ConversationPage.tsx')).ConversationPage)
export const SettingsPage = latePage(async () => (await import('#web/settings/SettingsPage.tsx')).SettingsPage)
export const BlockedUsersPage = latePage(
  async () => (await import('#web/moderation/BlockedUsersPage.tsx')).BlockedUsersPage,
)
export const ModerationPage = latePage(async () => (await import('./ModeratorsOnly.tsx')).ModeratorsOnly)
export const TermsPage = latePage(async () => (await import('#web/settings/TermsPage.tsx')).TermsPage)
export const PrivacyPage = latePage(async () => (await import('#web/settings/PrivacyPage.tsx')).PrivacyPage)
export const DeleteAccountPage = latePage(
  async () => (await import('#web/auth/DeleteAccountPage.tsx')).DeleteAccountPage,
)
export const SearchPage = latePage(async () => (await import('#web/search/SearchPage.tsx')).SearchPage)
export const LocationPage = latePage(async () => (await import('#web/places/LocationPage.tsx')).LocationPage)
export const LocationFollowersPage = latePage(
  async () => (await import('#web/places/LocationFollowersPage.tsx')).LocationFollowersPage,
)
export const LocationSpottedPage = latePage(
  async () => (await import('#web/spotted/LocationSpottedPage.tsx')).LocationSpottedPage,
)
export const FollowedLocationsPage = latePage(
  async () => (await import('#web/places/FollowedLocationsPage.tsx')).FollowedLocationsPage,
)
export const RequireLocationPropertyPage = latePage(
  async () => (await import('#web/places/RequireLocationPropertyPage.tsx')).RequireLocationPropertyPage,
)
export const NotFoundPage = latePage(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

const pages = [
  [paths.login, LoginPage],
  [paths.register, RegisterPage],
  [paths.forgotPassword, ForgotPasswordPage],
  [paths.resetPassword, ResetPasswordPage],
  [paths.confirmEmail, ConfirmEmailPage],
  [paths.security, SecurityPage],
  [paths.onboarding, OnboardingPage],
  [paths.requiredLocation, RequiredLocationPage],
  [paths.newSpot, NewPostPage],
  [paths.likes(':postId'), LikesPage],
  [paths.comments(':postId'), CommentsPage],
  [paths.notifications, NotificationsPage],
  [paths.ownProfile, ProfilePage],
  [paths.profile(':userId'), ProfilePage],
  [paths.editProfile, EditProfilePage],
  [paths.followers(':userId'), FollowersPage],
  [paths.following(':userId'), FollowingPage],
  [paths.spotted(':userId'), SpottedPage],
  [paths.spottedRequests(':postId'), SpottedRequestsPage],
  [paths.chat, ConversationsPage],
  [paths.conversation(':userId'), ConversationPage],
  [paths.settings, SettingsPage],
  [paths.blockedUsers, BlockedUsersPage],
  [paths.moderation, ModerationPage],
  [paths.terms, TermsPage],
  [paths.privacy, PrivacyPage],
  [paths.deleteAccount, DeleteAccountPage],
  [paths.search, SearchPage],
  [paths.location(':locationId'), LocationPage],
  [paths.locationFollowers(':locationId'), LocationFollowersPage],
  [paths.locationSpotted(':locationId'), LocationSpottedPage],
  [paths.followedLocations(':userId'), FollowedLocationsPage],
  [paths.requireLocationProperty, RequireLocationPropertyPage],
] as const

/** Fetches the page that a URL shows, before it is needed. Never rejects: the page itself will tell. */
export async function preloadPage(pathname: string) {
  const page = pages.find(([pattern]) => matchPath(pattern, pathname))?.[1]
  await page?.preload().catch(() => undefined)
}
