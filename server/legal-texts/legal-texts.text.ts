import type { LegalTextKind } from '#contract/legal-texts.ts'

const names: Record<LegalTextKind, string> = { terms: 'Termini', privacy: 'Privacy' }

export const legalTextsText = {
  published: (version: number) => `Pubblicato: è la versione ${version}`,
  publishedMeanwhile: 'Intanto qualcuno ha pubblicato un’altra versione: leggila prima di pubblicare la tua.',
  /** What the log says. */
  note: (kind: LegalTextKind, version: number) => `${names[kind]}, versione ${version}`,
  notMarkdown: (words: string) =>
    `«${words}» non si può usare: valgono titoli («## »), capoversi, elenchi semplici, *corsivo*, **grassetto** e [link](https://…).`,
  wrongLink: (href: string) => `Il link «${href}» non va: deve cominciare con https://, http:// o mailto:.`,
  tooManyMarks: (words: string, marks: number) =>
    `Il capoverso che comincia con «${words}» ha più di ${marks} asterischi e trattini bassi: dividilo con una riga vuota.`,
} as const
