import type { AppContext } from '#server/app-context.ts'

/** Serves the operator's file as it is now, or goes on with the one before. */
export const refreshGround = ({ ground, log }: Pick<AppContext, 'ground' | 'log'>): Promise<void> =>
  ground
    .refresh()
    .catch((error: Error) => log.warn({ err: error }, 'the new file of streets cannot be served: the old one is'))
