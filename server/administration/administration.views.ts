import type { Overview } from '#contract/administration.ts'
import type { OverviewState } from './administration.actions.ts'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Failed attempts are listed only until a later one succeeds. */
export function viewOverview(state: OverviewState): Overview {
  const { counted, jobs, disk, backup, hours } = state
  return {
    version: state.version,
    counted: counted
      ? {
          at: counted.taken_at.toISOString(),
          people: counted.people,
          active_people: counted.active_people,
          posts: counted.posts,
          pictures: counted.pictures,
        }
      : null,
    database_bytes: state.databaseBytes,
    disk: { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize },
    jobs: {
      waiting: sum(jobs.map(({ waiting }) => waiting)),
      failed: sum(jobs.map(({ failed }) => failed)),
      oldest_age_s: Math.max(0, ...jobs.map(({ oldest_age_s }) => oldest_age_s)),
    },
    open_reports: state.openReports,
    days: state.days,
    hours: hours.map(({ hour, ...figures }) => ({ hour: hour.toISOString(), ...figures })),
    errors: state.errors,
    backup: {
      is_scheduled: backup.isScheduled,
      is_requested: backup.requestedAt !== null && !(backup.last_begun_at && backup.last_begun_at > backup.requestedAt),
      is_running: backup.is_running ?? false,
      last_at: backup.last_at?.toISOString() ?? null,
      last_bytes: backup.last_bytes ?? null,
      failure: backup.failure ?? null,
    },
  }
}
