import { readdir, readFile } from 'node:fs/promises'

/** Linux reports times in hundredths of a second on every platform. */
const ticksPerSecond = 100

type ProcessTimes = { parentPid: number; ownTicks: number; endedChildrenTicks: number }

/** Null for a process that has ended. */
async function readTimes(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The second field is the program's name in parentheses, which may contain spaces.
  const [, parentPid = 0, ...rest] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = rest.slice(9)
  return { parentPid, ownTicks: user + system, endedChildrenTicks: childrenUser + childrenSystem }
}

/** Returns the CPU time in seconds of a process and of all that it has started, also of those that have ended. */
export async function cpuSecondsOf(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const times = new Map<number, ProcessTimes>()
  await Promise.all(
    pids.map(async (each) => {
      const read = await readTimes(each)
      if (read) times.set(each, read)
    }),
  )
  const isStartedBy = (each: number): boolean => {
    const parentPid = times.get(each)?.parentPid ?? 0
    return each === pid || (parentPid > 0 && isStartedBy(parentPid))
  }
  const ticks = [...times]
    .filter(([each]) => isStartedBy(each))
    .reduce((sum, [, { ownTicks, endedChildrenTicks }]) => sum + ownTicks + endedChildrenTicks, 0)
  return ticks / ticksPerSecond
}
