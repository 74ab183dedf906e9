import os from 'node:os'

const lowestPriority = 19

/**
 * Returns a priority below that of this process, for `os.setPriority`: relative to it, because a server that was started
 * with a low priority itself (`nice`, systemd’s `Nice=`) may not raise it, and would fail with EACCES.
 * @param steps of `nice`, of which there are 40.
 */
export const loweredPriority = (steps: number): number => Math.min(lowestPriority, os.getPriority() + steps)
