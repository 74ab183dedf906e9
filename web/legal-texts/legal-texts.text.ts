import type { LegalText, LegalTextKind, LegalTextSource } from '#contract/legal-texts.ts'
import { legalTextLimit } from '#contract/limits.ts'

// The same day for everybody, wherever they read.
const dayFormat = new Intl.DateTimeFormat('it', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Rome',
})
/** "1º novembre 2026" */
const dayOf = (at: string) => dayFormat.format(new Date(at)).replace(/^1 /, '1º ')
/** "8" and "11" begin with a vowel. */
const withArticle = (before: [vowel: string, other: string], at: string) => {
  const day = dayOf(at)
  return /^(8|11) /.test(day) ? `${before[0]}${day}` : `${before[1]} ${day}`
}
const from = (at: string) => withArticle(['dall’', 'dal'], at)
const until = (at: string) => withArticle(['all’', 'al'], at)
const on = (at: string) => withArticle(['l’', 'il'], at)

const count = new Intl.NumberFormat('it')

const titles: Record<LegalTextKind, string> = { terms: 'Termini e Condizioni', privacy: 'Privacy Policies' }

export const legalTextsText = {
  titles,
  contents: 'In questa pagina',
  inForce: ({ version, published_at }: Pick<LegalText, 'version' | 'published_at'>) =>
    version === null || published_at === null
      ? 'Ultimo aggiornamento: novembre 2026'
      : `Versione ${version}, in vigore ${from(published_at)}`,
  replaced: (published_at: string, replaced_at: string) => {
    const isOneDay = dayOf(published_at) === dayOf(replaced_at)
    return isOneDay
      ? `Questa versione è stata in vigore soltanto ${on(published_at)}.`
      : `Questa versione è stata in vigore ${from(published_at)} ${until(replaced_at)}.`
  },
  readLatest: 'Leggi quella in vigore',
  noVersion: 'Questa versione non c’è',
  noVersionText: 'Non è mai stata pubblicata: controlla l’indirizzo.',
  otherVersions: 'Altre versioni',
  version: (version: number, published_at: string) => `Versione ${version}, ${from(published_at)}`,

  pageTitle: 'Termini e privacy',
  whichText: 'Quale testo',
  names: { terms: 'Termini', privacy: 'Privacy' } satisfies Record<LegalTextKind, string>,
  current: ({ newest_version, published_at, published_by }: LegalTextSource) => {
    if (published_at === null) return 'In vigore è il testo di Dintorni: non ne hai ancora pubblicato uno tuo.'
    const by = published_by === null ? '' : `, pubblicata da ${published_by}`
    return `In vigore è la versione ${newest_version}, ${from(published_at)}${by}.`
  },
  open: 'Apri la pagina',
  preview: 'Anteprima',
  body: 'Testo in Markdown',
  bodyHint:
    'Una riga vuota separa i capoversi. «## » comincia un titolo, «- » o «1. » un elenco; *corsivo*, **grassetto**, [link](https://…); «\\» a fine riga va a capo.',
  tooLong: (length: number) =>
    `Il testo ha ${count.format(length)} caratteri: può averne al massimo ${count.format(legalTextLimit)}.`,
  draft: 'È la tua bozza: resta su questo dispositivo finché non la pubblichi o la scarti.',
  meanwhile: (version: number) =>
    `Mentre scrivevi è stata pubblicata la versione ${version}. La tua bozza non la contiene.`,
  keepDraft: 'Tieni la bozza',
  discardDraft: 'Scarta la bozza',
  publish: 'Pubblica',
  publishTitle: (version: number) => `Pubblicare la versione ${version}?`,
  publishText: (latest: number) =>
    `Chi usa Dintorni la vede subito. ${latest === 0 ? 'Sostituisce il testo di Dintorni.' : `La versione ${latest} si può leggere ancora.`}`,
  restore: 'Torna al testo di Dintorni',
  restoreTitle: 'Tornare al testo di Dintorni?',
  restoreText: (version: number) =>
    `Diventa la versione ${version}, e chi usa Dintorni la vede subito. Le altre si possono leggere ancora.`,
  discardTitle: 'Scartare la bozza?',
  discardText: 'Torni al testo in vigore. Quello che hai scritto va perso.',
} as const
