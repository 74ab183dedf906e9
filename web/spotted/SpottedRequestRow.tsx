import { Link } from 'react-router'
import type { SpottedRequest } from '#contract/spotted.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { ListRow } from '#web/ui/ListRow.tsx'
import { PersonLabel } from '#web/users/PersonLabel.tsx'
import { ConfirmRequestButton } from './ConfirmRequestButton.tsx'

type SpottedRequestRowProps = {
  postId: number
  request: SpottedRequest
  isOwner: boolean
  onFailure: (error: unknown) => void
}

export const SpottedRequestRow = ({ request, ...rest }: SpottedRequestRowProps) => (
  <ListRow
    render={(props) => <Link to={pagePaths.profile(request.id)} {...props} />}
    trailing={<ConfirmRequestButton request={request} {...rest} />}
  >
    <PersonLabel person={request} />
  </ListRow>
)
