type Id = number | string

/** Every URL of the app; with a pattern for an id, every route. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  onboarding: '/onboarding',
  requiredLocation: '/required-location',
  feed: '/feed',
  search: '/search',
  newSpot: '/new-spot',
  notifications: '/notifications',
  ownProfile: '/profile',
  profile: (userId: Id) => `/profile/${userId}`,
  editProfile: '/edit-profile',
  followers: (userId: Id) => `/followers/${userId}`,
  following: (userId: Id) => `/following/${userId}`,
  followedLocations: (userId: Id) => `/locations/${userId}`,
  spotted: (userId: Id) => `/spotted/${userId}`,
  chat: '/chat',
  settings: '/settings',
  blockedUsers: '/blocked-users',
  terms: '/terms',
  privacy: '/privacy',
  deleteAccount: '/delete-account',
  location: (locationId: Id) => `/location/${locationId}`,
  locationFollowers: (locationId: Id) => `/location-followers/${locationId}`,
  locationSpotted: (locationId: Id) => `/location-spotted/${locationId}`,
  /** The place is named in the query. */
  requireLocationProperty: '/require-location-property',
  likes: (postId: Id) => `/likes/${postId}`,
  comments: (postId: Id) => `/comments/${postId}`,
}
