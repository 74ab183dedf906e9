import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { storeStep } from './stored-step.ts'

export const stepCount = 6
const openedFromStep = { fromPreviousStep: true }

/**
 * The current step, from 1. It is part of the URL, so that a reload keeps it and Back goes one step back, and
 * is stored, so that the onboarding goes on where it was left.
 */
export function useSteps(userId: number) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const requested = Number(params.get('step') ?? 1)
  const step = Number.isInteger(requested) && requested >= 1 && requested <= stepCount ? requested : 1

  const [seen, setSeen] = useState<{ step: number; direction: 'forward' | 'back' | null }>({ step, direction: null })
  if (seen.step !== step) setSeen({ step, direction: step > seen.step ? 'forward' : 'back' })

  useEffect(() => storeStep(userId, step), [userId, step])

  const pathOf = (next: number) => ({ pathname: pagePaths.onboarding, search: next > 1 ? `?step=${next}` : '' })
  return {
    step,
    /** The direction of the last move; null for the first step shown. */
    direction: seen.direction,
    forward: () => void navigate(pathOf(step + 1), { state: openedFromStep }),
    // After navigating here, go back in the history; after a direct visit there is no step to go back to.
    back: () => void (state?.fromPreviousStep === true ? navigate(-1) : navigate(pathOf(step - 1), { replace: true })),
  }
}
