import type * as z from 'zod'
import {
  changeEmail, changePassword, checkEmail, checkUsername, confirmEmail, deleteAccount, endAllSessions, endSession, exportAccount, forgotPassword, getAccount,
  getSessions, login, loginWithPasskey, loginWithRecoveryCode, logout, register, resetPassword,
} from './auth.ts'
import {
  answerMessageRequest, deleteConversation, deleteMessage, getConversations, getMessages, markMessagesRead, markMessagesReceived, sendMessage, tellTyping,
} from './chat.ts'
import { addComment, deleteComment, getComments, likeComment } from './comments.ts'
import type { Endpoint } from './endpoint.ts'
import { getFeed } from './feed.ts'
import {
  blockUser, getBlockedUsers, getModerationLog, getReports, getSuspended, liftSuspension, report, resolveReport, unblockUser,
} from './moderation.ts'
import { getNotifications, getPushKey, markNotificationsRead, subscribePush, unsubscribePush } from './notifications.ts'
import { completeOnboarding, getOnboardingSuggestions } from './onboarding.ts'
import { addPasskey, beginPasskey, deletePasskey, getPasskeys, renewRecoveryCodes } from './passkeys.ts'
import type { CallName } from './paths.ts'
import {
  findTowns, followLocation, followPlace, getFollowedLocations, getLocation, getLocationFollowers, getNearbyLocations,
  requireLocationProperty, unfollowPlace,
} from './places.ts'
import { createSpot, deletePost, getLikes, likePost } from './posts.ts'
import { getSearchSuggestions, search } from './search.ts'
import { getUserSettings, updateUserSettings } from './settings.ts'
import { getLocationSpottedPosts, getSpottedPosts, getSpottedRequests, requestSpotted, updateSpottedRequestStatus } from './spotted.ts'
import {
  createStory, deleteStory, getFollowedStories, getStoryLikes, getStoryLikesList, getStoryRings, getUserStories, likeStory, markStoryViewed,
} from './stories.ts'
import {
  getFollowers, getFollowing, getFollowRequests, getProfile, requestFollow, respondFollowRequest, unfollow, updateProfile,
} from './users.ts'

/** Every call of the product: validation, serialisation, types and the OpenAPI document come from here. */
export const calls = {
  register,
  login,
  logout,
  checkUsername,
  checkEmail,
  forgotPassword,
  resetPassword,
  exportAccount,
  deleteAccount,
  loginWithPasskey,
  loginWithRecoveryCode,
  getAccount,
  getSessions,
  endSession,
  endAllSessions,
  changePassword,
  changeEmail,
  confirmEmail,
  getPasskeys,
  beginPasskey,
  addPasskey,
  deletePasskey,
  renewRecoveryCodes,
  completeOnboarding,
  getOnboardingSuggestions,
  getProfile,
  updateProfile,
  requestFollow,
  unfollow,
  getFollowRequests,
  respondFollowRequest,
  getFollowers,
  getFollowing,
  getUserSettings,
  updateUserSettings,
  blockUser,
  unblockUser,
  getBlockedUsers,
  report,
  getReports,
  resolveReport,
  getSuspended,
  liftSuspension,
  getModerationLog,
  getFeed,
  createSpot,
  deletePost,
  likePost,
  getLikes,
  getComments,
  addComment,
  likeComment,
  deleteComment,
  getNearbyLocations,
  findTowns,
  getLocation,
  followLocation,
  followPlace,
  unfollowPlace,
  getLocationFollowers,
  getFollowedLocations,
  requireLocationProperty,
  getSpottedPosts,
  getLocationSpottedPosts,
  createStory,
  getUserStories,
  markStoryViewed,
  getStoryLikes,
  getStoryLikesList,
  likeStory,
  deleteStory,
  getStoryRings,
  getFollowedStories,
  requestSpotted,
  updateSpottedRequestStatus,
  getSpottedRequests,
  search,
  getSearchSuggestions,
  getConversations,
  getMessages,
  sendMessage,
  deleteMessage,
  deleteConversation,
  answerMessageRequest,
  markMessagesReceived,
  markMessagesRead,
  tellTyping,
  getNotifications,
  markNotificationsRead,
  getPushKey,
  subscribePush,
  unsubscribePush,
} as const satisfies Record<CallName, Endpoint>

type Calls = typeof calls
/** What a client sends. */
export type Input<Name extends CallName> = z.input<Calls[Name]['input']>
/** What a handler receives. */
export type Parsed<Name extends CallName> = z.output<Calls[Name]['input']>
/** What a handler answers and a client receives. */
export type Output<Name extends CallName> = z.output<Calls[Name]['output']>
export type Access<Name extends CallName> = Calls[Name]['access']
