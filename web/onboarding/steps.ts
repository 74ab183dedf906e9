import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'

export const stepCount = 6
const walked = { walked: true }

/**
 * The current step, from 1. It is part of the URL, so that a reload keeps it and Back goes one step back.
 */
export function useSteps() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const asked = Number(query.get('step') ?? 1)
  const step = Number.isInteger(asked) && asked >= 1 && asked <= stepCount ? asked : 1

  const [seen, setSeen] = useState<{ step: number; came: 'forward' | 'back' | null }>({ step, came: null })
  if (seen.step !== step) setSeen({ step, came: step > seen.step ? 'forward' : 'back' })

  const at = (next: number) => ({ pathname: pagePaths.onboarding, search: next > 1 ? `?step=${next}` : '' })
  return {
    step,
    /** The direction of the last move; null for the first step shown. */
    came: seen.came,
    forward: () => void navigate(at(step + 1), { state: walked }),
    // After navigating here, go back in the history; after a direct visit there is no step to go back to.
    back: () => void (state?.walked === true ? navigate(-1) : navigate(at(step - 1), { replace: true })),
  }
}
