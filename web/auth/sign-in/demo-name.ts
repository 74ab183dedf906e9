import { demoMetaName } from '#contract/preloaded-data.ts'

/**
 * The name of the person as whom the server offers to sign in without a password; null unless it has a demo and is on
 * this machine.
 */
export const demoName = (): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${demoMetaName}"]`)?.content ?? null
