type Id = number | string

/** Every URL of the app; with a pattern for an id, every route. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  onboarding: '/onboarding',
  requiredLocation: '/required-location',
  feed: '/feed',
  newSpot: '/new-spot',
  likes: (postId: Id) => `/likes/${postId}`,
  comments: (postId: Id) => `/comments/${postId}`,
}
