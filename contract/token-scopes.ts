// Without zod and calls, so that the page can load it.

/** The scopes of a personal access token: reading; publishing and everything else that changes; conversations. */
export const tokenScopes = ['read', 'write', 'chat'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Days after which a token expires. */
export const tokenLifetimesDays = [30, 90, 365] as const
