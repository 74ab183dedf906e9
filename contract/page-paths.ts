type Id = number | string

/** The fragment of a place's page that opens its events. */
export const eventsFragment = '#eventi'

/** Every URL of the app; with a pattern for an id, every route. */
export const pagePaths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  /** The page that explains Dintorni; the onboarding shows the same. */
  welcome: '/welcome',
  onboarding: '/onboarding',
  requiredLocation: '/required-location',
  feed: '/feed',
  followingFeed: '/feed/following',
  search: '/search',
  /** The view is in the fragment, which no browser sends to a server. */
  map: '/map',
  newSpot: '/new-spot',
  newStory: '/new-spot?story',
  /** Corrects a post or story that was not published. */
  refusedPost: (clientId: Id) => `/new-spot?refused=${clientId}`,
  notifications: '/notifications',
  ownProfile: '/profile',
  profile: (userId: Id) => `/profile/${userId}`,
  /** Leads to the profile: a mention contains only the name. */
  userNamed: (username: Id) => `/user/${username}`,
  savedPosts: '/saved',
  editProfile: '/edit-profile',
  followers: (userId: Id) => `/followers/${userId}`,
  following: (userId: Id) => `/following/${userId}`,
  followedLocations: (userId: Id) => `/locations/${userId}`,
  /** The post, and the moment after its author has confirmed the viewer. */
  foundInPost: (postId: Id) => `/post/${postId}#trovati`,
  spotted: (userId: Id) => `/spotted/${userId}`,
  /** One’s own, with what waits for an answer first. */
  pendingSpotted: (userId: Id) => `/spotted/${userId}#richieste`,
  chat: '/chat',
  conversation: (userId: Id) => `/chat/${userId}`,
  settings: '/settings',
  settingsSection: (section: Id) => `/settings/${section}`,
  muted: '/muted',
  blockedUsers: '/blocked-users',
  moderation: '/moderation',
  administration: '/administration',
  /** Which one stands in the query. */
  administrationTexts: '/administration/texts',
  administrationPeople: '/administration/people',
  administrationRegistrations: '/administration/registrations',
  administrationAnnouncements: '/administration/announcements',
  administrationStreets: '/administration/streets',
  terms: '/terms',
  privacy: '/privacy',
  security: '/security',
  exportAccount: '/export-account',
  deleteAccount: '/delete-account',
  location: (locationId: Id) => `/location/${locationId}`,
  locationFollowers: (locationId: Id) => `/location-followers/${locationId}`,
  locationSpotted: (locationId: Id) => `/location-spotted/${locationId}`,
  /** The place is named in the query. */
  requireLocationProperty: '/require-location-property',
  hashtag: (tag: Id) => `/hashtag/${tag}`,
  post: (postId: Id) => `/post/${postId}`,
  likes: (postId: Id) => `/likes/${postId}`,
  /** The page of a post, opened at its comments. */
  comments: (postId: Id) => `/comments/${postId}`,
  spottedRequests: (postId: Id) => `/spotted-requests/${postId}`,
}
