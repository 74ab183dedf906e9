import type { SuggestedUser } from '#contract/onboarding.ts'
import { PersonRow } from '#web/users/PersonRow.tsx'
import { onboardingText } from './onboarding.text.ts'

type SuggestedPersonRowProps = {
  person: SuggestedUser
  /** The name leads nowhere. */
  isPlain?: boolean
}

/** A suggested person, with the reason to follow them: their own words, or where they write. */
export const SuggestedPersonRow = ({ person, isPlain }: SuggestedPersonRowProps) => (
  <PersonRow person={person} bio={person.bio.trim() || onboardingText.wroteFrom(person.wrote_from)} isPlain={isPlain} />
)
