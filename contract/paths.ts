/** Method and path of every call, by its name: the one part of the contract that the browser loads. */
export const paths = {
  register: 'POST auth/register',
  login: 'POST auth/login',
  logout: 'POST auth/logout',
  checkUsername: 'POST auth/check_username',
  checkEmail: 'POST auth/check_email',
  completeOnboarding: 'POST auth/complete_onboarding',
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
} as const satisfies Record<string, `${'GET' | 'POST'} ${string}`>

export type CallName = keyof typeof paths

/** Where a call is served: `('getFeed')` → `{ method: 'GET', url: '/api/feed/get_feed.php' }`. */
export function addressOf(name: CallName): { method: 'GET' | 'POST'; url: string } {
  const [method, path] = paths[name].split(' ') as ['GET' | 'POST', string]
  return { method, url: `/api/${path}.php` }
}
