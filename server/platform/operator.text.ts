import type { Operator } from './config.ts'

/** What letters and sentences say of who runs the server: by name where the operator has given one. */
export const operatorText = {
  /** Whom to write to, for a sentence that goes on with the address or without it. */
  whoRuns: ({ operatorName }: Operator) =>
    operatorName === undefined ? 'chi gestisce questo server' : `${operatorName}, che gestisce questo server`,
  /** The end of a letter; empty without a name. */
  signature: ({ operatorName, operatorEmail }: Operator) =>
    // The two hyphens and the space begin a signature, which mail programs show in grey.
    operatorName === undefined
      ? ''
      : `\n\n-- \nQuesto server di Dintorni è gestito da ${operatorName}\n${operatorEmail}\n`,
}
