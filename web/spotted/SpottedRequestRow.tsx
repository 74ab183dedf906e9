import { Link } from 'react-router'
import type { SpottedRequest } from '#contract/spotted.ts'
import { paths } from '#web/app/paths.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonLabel } from '#web/users/PersonLabel.tsx'
import { RequestControl } from './RequestControl.tsx'

type SpottedRequestRowProps = { postId: number; request: SpottedRequest; isOwner: boolean }

export const SpottedRequestRow = ({ postId, request, isOwner }: SpottedRequestRowProps) => (
  <ListRow
    render={(clothes) => <Link to={paths.profile(request.id)} {...clothes} />}
    trailing={<RequestControl postId={postId} request={request} isOwner={isOwner} />}
  >
    <PersonLabel person={request} />
  </ListRow>
)
