/** Method and path of every call, by its name: the one part of the contract that the browser loads. */
export const paths = {
  register: 'POST auth/register',
  login: 'POST auth/login',
  logout: 'POST auth/logout',
  checkUsername: 'POST auth/check_username',
  checkEmail: 'POST auth/check_email',
  forgotPassword: 'POST auth/forgot_password',
  resetPassword: 'POST auth/reset_password',
  deleteAccount: 'POST auth/delete_account',
  completeOnboarding: 'POST auth/complete_onboarding',
  getOnboardingSuggestions: 'GET onboarding/get_suggestions',
  getProfile: 'GET auth/get_profile',
  updateProfile: 'POST auth/update_profile',
  requestFollow: 'POST user/request_follow',
  unfollow: 'POST user/unfollow',
  getFollowRequests: 'GET user/get_follow_requests',
  respondFollowRequest: 'POST user/respond_follow_request',
  getFollowers: 'GET user/get_followers',
  getFollowing: 'GET user/get_following',
  getUserSettings: 'GET user/get_user_settings',
  updateUserSettings: 'POST user/update_user_settings',
  blockUser: 'POST user/block_user',
  unblockUser: 'POST user/unblock_user',
  getBlockedUsers: 'GET user/get_blocked_users',
  report: 'POST moderation/report',
  getFeed: 'GET feed/get_feed',
  createSpot: 'POST posts/create_spot',
  deletePost: 'POST posts/delete_post',
  likePost: 'POST posts/like_post',
  getLikes: 'GET posts/get_likes',
  getComments: 'GET posts/get_comments',
  addComment: 'POST posts/add_comment',
  likeComment: 'POST posts/like_comment',
  deleteComment: 'POST posts/delete_comment',
  getNearbyLocations: 'GET location/get_nearby_locations',
  findTowns: 'GET location/find_towns',
  getLocation: 'GET places/get_location',
  followLocation: 'POST location/follow_location',
  followPlace: 'POST places/follow',
  unfollowPlace: 'POST places/unfollow',
  getLocationFollowers: 'GET places/get_location_followers',
  getFollowedLocations: 'GET user/get_followed_locations',
  requireLocationProperty: 'POST location/require_location_property',
  getSpottedPosts: 'GET user/get_spotted_posts',
  getLocationSpottedPosts: 'GET places/get_location_spotted_posts',
  search: 'GET searches/search',
  getSearchSuggestions: 'GET searches/get_suggestions',
} as const satisfies Record<string, `${'GET' | 'POST'} ${string}`>

export type CallName = keyof typeof paths

/** Where a call is served: `('getFeed')` → `{ method: 'GET', url: '/api/feed/get_feed.php' }`. */
export function addressOf(name: CallName): { method: 'GET' | 'POST'; url: string } {
  const [method, path] = paths[name].split(' ') as ['GET' | 'POST', string]
  return { method, url: `/api/${path}.php` }
}
