import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, type Location, Route, Routes } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { FeedPage } from '#web/feed/FeedPage.tsx'
import { queryClient } from '#web/platform/query-client.ts'
import { StoryOverlay } from '#web/stories/StoryOverlay.tsx'
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
import { paths } from '#contract/page-paths.ts'
import { SessionEnd } from './SessionEnd.tsx'

const signedIn = (user: CurrentUser | null) => user !== null
const signedOut = (user: CurrentUser | null) => user === null
const notOnboarded = (user: CurrentUser | null) => user !== null && user.onboarding_completed !== 1

const routesAt = (location: Location) => (
  <Routes location={location}>
    <Route path={paths.home} element={<Home />} />
    <Route element={<Guard admits={signedOut} otherwise={paths.home} />}>
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.register} element={<RegisterPage />} />
    </Route>
    <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
    <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
    <Route path={paths.confirmEmail} element={<ConfirmEmailPage />} />
    <Route path={paths.likes(':postId')} element={<LikesPage />} />
    <Route path={paths.comments(':postId')} element={<CommentsPage />} />
    <Route path={paths.spottedRequests(':postId')} element={<SpottedRequestsPage />} />
    <Route element={<Guard admits={notOnboarded} otherwise={paths.home} />}>
      <Route path={paths.onboarding} element={<OnboardingPage />} />
    </Route>
    <Route element={<Guard admits={signedIn} otherwise={paths.login} />}>
      <Route path={paths.requiredLocation} element={<RequiredLocationPage />} />
      <Route path={paths.feed} element={<FeedPage />} />
      <Route path={paths.search} element={<SearchPage />} />
      <Route path={paths.newSpot} element={<NewPostPage />} />
      <Route path={paths.location(':locationId')} element={<LocationPage />} />
      <Route path={paths.locationFollowers(':locationId')} element={<LocationFollowersPage />} />
      <Route path={paths.locationSpotted(':locationId')} element={<LocationSpottedPage />} />
      <Route path={paths.followedLocations(':userId')} element={<FollowedLocationsPage />} />
      <Route path={paths.requireLocationProperty} element={<RequireLocationPropertyPage />} />
      <Route path={paths.notifications} element={<NotificationsPage />} />
      <Route path={paths.ownProfile} element={<ProfilePage />} />
      <Route path={paths.profile(':userId')} element={<ProfilePage />} />
      <Route path={paths.editProfile} element={<EditProfilePage />} />
      <Route path={paths.followers(':userId')} element={<FollowersPage />} />
      <Route path={paths.following(':userId')} element={<FollowingPage />} />
      <Route path={paths.spotted(':userId')} element={<SpottedPage />} />
      <Route path={paths.chat} element={<ConversationsPage />} />
      <Route path={paths.conversation(':userId')} element={<ConversationPage />} />
      <Route path={paths.settings} element={<SettingsPage />} />
      <Route path={paths.blockedUsers} element={<BlockedUsersPage />} />
      <Route path={paths.moderation} element={<ModerationPage />} />
      <Route path={paths.terms} element={<TermsPage />} />
      <Route path={paths.privacy} element={<PrivacyPage />} />
      <Route path={paths.security} element={<SecurityPage />} />
      <Route path={paths.deleteAccount} element={<DeleteAccountPage />} />
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
