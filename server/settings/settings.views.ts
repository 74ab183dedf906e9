import type { Settings } from '#contract/settings.ts'
import { viewVisibility } from '#server/users/users.views.ts'
import type { Operator } from '#server/platform/config.ts'
import type { SettingsRow } from './settings.queries.ts'
import { defaultSettings } from './settings.rules.ts'

export const viewOperator = ({ operatorName, operatorEmail }: Operator) =>
  operatorName === undefined ? null : { name: operatorName, email: operatorEmail }

/** @param row undefined for users who never changed any. */
export const viewSettings = (isPrivate: boolean, row: SettingsRow | undefined): Settings => ({
  profile_visibility: viewVisibility(isPrivate),
  ...(row ?? defaultSettings),
})
