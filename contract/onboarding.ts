import * as z from 'zod'
import { currentUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { actingUserId } from './fields.ts'

export const completeOnboarding = endpoint({
  summary: 'Mark the onboarding as completed',
  access: 'viewer',
  actingAs: 'user_id',
  input: z.object({ user_id: actingUserId }),
  output: z.object({ success: z.literal(true), user: currentUser }),
})
