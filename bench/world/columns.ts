/** What is written of each table, in this order; what it has besides keeps its default. */
export const tables = {
  media: ['id', 'name', 'width', 'height', 'thumbhash'],
  posts: ['id', 'author_id', 'place_id', 'latitude', 'longitude', 'c4', 'c5', 'followers_only', 'text', 'media_id', 'likes_count', 'comments_count', 'spotted_count', 'created_at'],
  post_likes: ['user_id', 'post_id', 'id'],
  comments: ['id', 'post_id', 'author_id', 'text', 'created_at'],
  spotted_requests: ['id', 'post_id', 'requester_id', 'status'],
  follows: ['follower_id', 'followee_id', 'status', 'id'],
  blocks: ['blocker_id', 'blocked_id', 'id'],
  place_follows: ['user_id', 'place_id', 'id'],
  sessions: ['token_sha256', 'user_id', 'expires_at'],
}
export const people = ['id', 'username', 'email', 'password_hash', 'picture_id', 'is_private', 'onboarding_completed', 'followers_count', 'following_count', 'spotted_received']
