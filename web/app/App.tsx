import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, type Location, Route, Routes } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { FeedPage } from '#web/feed/FeedPage.tsx'
import { queryClient } from '#web/platform/query-client.ts'
import { StoryOverlay } from '#web/stories/viewer/StoryOverlay.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Guard } from './Guard.tsx'
import { Home } from './Home.tsx'
import { Live } from './Live.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { OfflineCopy } from './OfflineCopy.tsx'
import {
  BlockedUsersPage,
  CommentsPage,
  ConfirmEmailPage,
  ConversationPage,
  ConversationsPage,
  DeleteAccountPage,
  EditProfilePage,
  FollowedLocationsPage,
  FollowersPage,
  FollowingPage,
  ForgotPasswordPage,
  LikesPage,
  LocationFollowersPage,
  LocationPage,
  LocationSpottedPage,
  LoginPage,
  ModerationPage,
  NewPostPage,
  NotFoundPage,
  NotificationsPage,
  OnboardingPage,
  PrivacyPage,
  ProfilePage,
  RegisterPage,
  RequireLocationPropertyPage,
  RequiredLocationPage,
  ResetPasswordPage,
  SearchPage,
  SecurityPage,
  SettingsPage,
  SpottedPage,
  SpottedRequestsPage,
  TermsPage,
} from './pages.ts'
import { PageTransition } from './PageTransition.tsx'
import { pagePaths } from '#contract/page-paths.ts'
import { SessionEnd } from './SessionEnd.tsx'

const signedIn = (user: CurrentUser | null) => user !== null
const signedOut = (user: CurrentUser | null) => user === null
const notOnboarded = (user: CurrentUser | null) => user !== null && user.onboarding_completed !== 1

const routesAt = (location: Location) => (
  <Routes location={location}>
    <Route path={pagePaths.home} element={<Home />} />
    <Route element={<Guard admits={signedOut} otherwise={pagePaths.home} />}>
      <Route path={pagePaths.login} element={<LoginPage />} />
      <Route path={pagePaths.register} element={<RegisterPage />} />
    </Route>
    <Route path={pagePaths.forgotPassword} element={<ForgotPasswordPage />} />
    <Route path={pagePaths.resetPassword} element={<ResetPasswordPage />} />
    <Route path={pagePaths.confirmEmail} element={<ConfirmEmailPage />} />
    <Route path={pagePaths.likes(':postId')} element={<LikesPage />} />
    <Route path={pagePaths.comments(':postId')} element={<CommentsPage />} />
    <Route path={pagePaths.spottedRequests(':postId')} element={<SpottedRequestsPage />} />
    <Route element={<Guard admits={notOnboarded} otherwise={pagePaths.home} />}>
      <Route path={pagePaths.onboarding} element={<OnboardingPage />} />
    </Route>
    <Route element={<Guard admits={signedIn} otherwise={pagePaths.login} />}>
      <Route path={pagePaths.requiredLocation} element={<RequiredLocationPage />} />
      <Route path={pagePaths.feed} element={<FeedPage />} />
      <Route path={pagePaths.search} element={<SearchPage />} />
      <Route path={pagePaths.newSpot} element={<NewPostPage />} />
      <Route path={pagePaths.location(':locationId')} element={<LocationPage />} />
      <Route path={pagePaths.locationFollowers(':locationId')} element={<LocationFollowersPage />} />
      <Route path={pagePaths.locationSpotted(':locationId')} element={<LocationSpottedPage />} />
      <Route path={pagePaths.followedLocations(':userId')} element={<FollowedLocationsPage />} />
      <Route path={pagePaths.requireLocationProperty} element={<RequireLocationPropertyPage />} />
      <Route path={pagePaths.notifications} element={<NotificationsPage />} />
      <Route path={pagePaths.ownProfile} element={<ProfilePage />} />
      <Route path={pagePaths.profile(':userId')} element={<ProfilePage />} />
      <Route path={pagePaths.editProfile} element={<EditProfilePage />} />
      <Route path={pagePaths.followers(':userId')} element={<FollowersPage />} />
      <Route path={pagePaths.following(':userId')} element={<FollowingPage />} />
      <Route path={pagePaths.spotted(':userId')} element={<SpottedPage />} />
      <Route path={pagePaths.chat} element={<ConversationsPage />} />
      <Route path={pagePaths.conversation(':userId')} element={<ConversationPage />} />
      <Route path={pagePaths.settings} element={<SettingsPage />} />
      <Route path={pagePaths.blockedUsers} element={<BlockedUsersPage />} />
      <Route path={pagePaths.moderation} element={<ModerationPage />} />
      <Route path={pagePaths.terms} element={<TermsPage />} />
      <Route path={pagePaths.privacy} element={<PrivacyPage />} />
      <Route path={pagePaths.security} element={<SecurityPage />} />
      <Route path={pagePaths.deleteAccount} element={<DeleteAccountPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <SessionEnd />
        <Live />
        <OfflineCopy />
        <OfflineBanner />
        <PageTransition>{routesAt}</PageTransition>
        <BottomBar />
        <StoryOverlay />
        <Toasts />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
