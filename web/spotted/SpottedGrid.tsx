import { ListFrame } from '#web/platform/ListFrame.tsx'
import { isEmptyList, type PostListProps } from '#web/posts/PostList.tsx'
import { PostTile, PostTiles, PostTileSkeleton } from '#web/posts/PostTiles.tsx'

/** Posts as pictures side by side, each of which leads to its page. */
export const SpottedGrid = ({ label, query, ...frame }: PostListProps) => (
  <ListFrame query={query} isEmpty={isEmptyList(query)} {...frame}>
    <PostTiles label={label} isBusy={query.isFetching}>
      {query.isPending && Array.from({ length: 9 }, (_, index) => <PostTileSkeleton key={index} />)}
      {query.data?.pages.map(({ posts }) => posts.map((post) => <PostTile key={post.id} post={post} />))}
    </PostTiles>
  </ListFrame>
)
