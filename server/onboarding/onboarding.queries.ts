import type { Database } from '#server/database/connect.ts'

export async function updateOnboardingCompleted(db: Database, userId: number): Promise<void> {
  await db.updateTable('users').set({ onboarding_completed: true }).where('id', '=', userId).execute()
}
