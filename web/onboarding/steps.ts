import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'

export const stepCount = 6
const walked = { walked: true }

/**
 * Which of the steps one is at, from 1. It stands in the URL: a reload keeps it, and the
 * browser's own Back goes one step back.
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
    /** From where one came to it; null: it is the first that is seen. */
    came: seen.came,
    forward: () => void navigate(at(step + 1), { state: walked }),
    // Who walked here leaves no step ahead of them; who came straight here has none behind.
    back: () => void (state?.walked === true ? navigate(-1) : navigate(at(step - 1), { replace: true })),
  }
}
