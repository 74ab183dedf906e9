import { demoMetaName } from '#contract/preloaded-data.ts'

/** Whom the server offers to sign in as without a password; null unless it has a demo and is on this machine. */
export const demoName = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${demoMetaName}"]`)?.content ?? null
