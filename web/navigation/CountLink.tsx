import { Link } from 'react-router'
import { formatCount } from '#web/ui/ui.text.ts'

type CountLinkProps = { className: string | undefined; to: string; label: (count: number) => string; count: number }

/** A count that leads to its list. Zero leads nowhere, and only keeps the room. */
export const CountLink = ({ className, to, label, count }: CountLinkProps) =>
  count === 0 ? (
    <span className={className} />
  ) : (
    <Link className={className} to={to} aria-label={label(count)}>
      {formatCount(count)}
    </Link>
  )
