import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, MapPin } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { hashtagKey } from '#contract/text-parts.ts'
import { useGoBack } from '#web/navigation/go-back.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { PostList } from '#web/posts/PostList.tsx'
import drawing from '#web/ui/drawings/blank-postcard.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Segmented } from '#web/ui/Choices.tsx'
import { type HashtagOrder, hashtagPostsQuery } from './hashtags.api.ts'
import { hashtagsText } from './hashtags.text.ts'

const options = [
  { value: 'near', label: hashtagsText.near, icon: <MapPin size={18} aria-hidden /> },
  { value: 'newest', label: hashtagsText.newest, icon: <Clock size={18} aria-hidden /> },
] as const

/** The posts with a hashtag, those nearby or the newest first. */
export function HashtagPage() {
  const { tag = '' } = useParams()
  const position = usePosition()
  const [params, setParams] = useSearchParams()
  const order: HashtagOrder = position && params.get('order') !== 'newest' ? 'near' : 'newest'
  const query = useInfiniteQuery(hashtagPostsQuery(hashtagKey(tag), order, position))
  const empty = <EmptyState drawing={drawing} title={hashtagsText.none(tag)} text={hashtagsText.noneText} />
  return (
    <>
      <title>{hashtagsText.title(tag)}</title>
      <PageHeader title={hashtagsText.title(tag)} onBack={useGoBack()} />
      {position && (
        <Stack padding="1 4 3" flush>
          <Segmented
            label={hashtagsText.order}
            options={options}
            value={order}
            onChange={(value) => setParams(value === 'newest' ? { order: value } : {}, { replace: true })}
          />
        </Stack>
      )}
      <PostList key={order} label={hashtagsText.posts(tag)} query={query} empty={empty} unavailable={empty} />
    </>
  )
}
