import { Button } from '#web/ui/Button.tsx'
import { toggleFollowPlace } from './places.api.ts'
import { placesText } from './places.text.ts'

type PlaceFollowButtonProps = {
  place: { id: number; name: string; is_followed: boolean }
  /** In a list the accessible name includes the place. */
  inList?: boolean
  /** Stands beside the main action. */
  isSecond?: boolean
}

export function PlaceFollowButton({ place: { id, name, is_followed }, inList, isSecond }: PlaceFollowButtonProps) {
  const followVariant = inList || isSecond ? 'soft' : 'primary'
  const toggle = toggleFollowPlace(id, is_followed)
  return (
    <Button size="small" variant={is_followed ? 'outline' : followVariant} onClick={() => void toggle()}>
      {is_followed ? placesText.following : placesText.follow}
      {inList && <span className="visually-hidden"> {name}</span>}
    </Button>
  )
}
