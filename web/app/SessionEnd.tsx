import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '#web/platform/current-user.ts'
import { paths } from './paths.ts'

/** What one person loaded is not for the next; and whose session ends is led to /login from anywhere. */
export function SessionEnd() {
  const userId = useCurrentUser()?.id ?? null
  const before = useRef(userId)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (before.current === userId) return
    before.current = userId
    queryClient.clear()
    if (userId === null) void navigate(paths.login, { replace: true })
  }, [userId, queryClient, navigate])
  return null
}
