import type * as z from 'zod'
import { accessTokensCalls } from './access-tokens.ts'
import { accountHelpCalls } from './account-help.ts'
import { administrationCalls } from './administration.ts'
import { announcementsCalls } from './announcements.ts'
import { authCalls } from './auth.ts'
import { chatCalls } from './chat.ts'
import { commentsCalls } from './comments.ts'
import { eventsCalls } from './events.ts'
import { feedCalls } from './feed.ts'
import { hashtagsCalls } from './hashtags.ts'
import { legalTextsCalls } from './legal-texts.ts'
import { mapCalls } from './map.ts'
import { mapStreetsCalls } from './map-streets.ts'
import { mediaCalls } from './media.ts'
import { moderationCalls } from './moderation.ts'
import { notificationsCalls } from './notifications.ts'
import { onboardingCalls } from './onboarding.ts'
import { passkeysCalls } from './passkeys.ts'
import { placesCalls } from './places.ts'
import { postsCalls } from './posts.ts'
import { previewsCalls } from './previews.ts'
import { registrationsCalls } from './registrations.ts'
import { searchCalls } from './search.ts'
import { settingsCalls } from './settings.ts'
import { spottedCalls } from './spotted.ts'
import { storiesCalls } from './stories.ts'
import { usersCalls } from './users.ts'
import type { CallName } from './call-paths.ts'
import type { Endpoint } from './endpoint.ts'

/** Every call of the product. Validation, serialisation, types and the OpenAPI document derive from this table. */
export const calls = {
  ...accessTokensCalls,
  ...accountHelpCalls,
  ...administrationCalls,
  ...announcementsCalls,
  ...authCalls,
  ...chatCalls,
  ...commentsCalls,
  ...eventsCalls,
  ...feedCalls,
  ...hashtagsCalls,
  ...legalTextsCalls,
  ...mapCalls,
  ...mapStreetsCalls,
  ...mediaCalls,
  ...moderationCalls,
  ...notificationsCalls,
  ...onboardingCalls,
  ...passkeysCalls,
  ...placesCalls,
  ...postsCalls,
  ...previewsCalls,
  ...registrationsCalls,
  ...searchCalls,
  ...settingsCalls,
  ...spottedCalls,
  ...storiesCalls,
  ...usersCalls,
} as const satisfies Record<CallName, Endpoint>

type Calls = typeof calls
/** The input as a client sends it. */
export type Input<Name extends CallName> = z.input<Calls[Name]['input']>
/** The input as a handler receives it, parsed. */
export type Parsed<Name extends CallName> = z.output<Calls[Name]['input']>
/** The reply that a handler returns and a client receives. */
export type Output<Name extends CallName> = z.output<Calls[Name]['output']>
export type Access<Name extends CallName> = Calls[Name]['access']
