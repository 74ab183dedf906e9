import { Navigate } from 'react-router'
import { storedDestination } from '#web/navigation/destination.ts'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { usePosition } from '#web/platform/geolocation.ts'
import { homePath } from './home-path.ts'

export function Home() {
  return <Navigate to={homePath(useCurrentUser(), usePosition(), storedDestination())} replace />
}
