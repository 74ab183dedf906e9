/** `npm run test:rest` runs every attack briefly, to prove that it still works; `npm run attack` runs all of it. */
const isBrief = process.env.ATTACK === 'brief'

/** Chooses the size of an attack. */
export const byRunLength = <Value>({ full, brief }: { full: Value; brief: Value }): Value => (isBrief ? brief : full)
