import type { Operator } from './config.ts'

/** Sentences about the operator in e-mails and pages: by name if the operator has given one. */
export const operatorText = {
  /** The e-mail of `admin -- mail-test`. */
  testEmail: { subject: 'Prova di Dintorni', text: 'Questa è una prova: il server manda email.' },

  /** The person to write to, for a sentence that continues with the address or without it. */
  whoRuns: ({ operatorName }: Operator) =>
    operatorName === undefined ? 'chi gestisce questo server' : `${operatorName}, che gestisce questo server`,
  /** The end of an e-mail; empty without a name. */
  signature: ({ operatorName, operatorEmail }: Operator) =>
    // The two hyphens and the space begin a signature, which mail programs show in grey.
    operatorName === undefined
      ? ''
      : `\n\n-- \nQuesto server di Dintorni è gestito da ${operatorName}\n${operatorEmail}\n`,
}
