import { type ReactNode, useId } from 'react'
import type { DayFigures, Overview } from '#contract/administration.ts'
import { countedReports } from '#contract/limits.ts'
import { Muted, Row } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { administrationText } from './administration.text.ts'
import { Plot } from './Plot.tsx'
import styles from './Figures.module.css'

type FigureCardProps = {
  title: string
  figure: string
  note: string
  /** The plot and other details. */
  children: ReactNode
}

/** A figure of the server: its present value and its history. */
function FigureCard({ title, figure, note, children }: FigureCardProps) {
  const id = useId()
  return (
    <article className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.figure}>{figure}</p>
      <Muted size="small" padding="0 0 2">
        {note}
      </Muted>
      {children}
    </article>
  )
}

/** The figures of the server with their last days and hours. */
export function Figures({ overview }: { overview: Overview }) {
  const { counted, days, disk, jobs, open_reports: openReports } = overview
  return (
    <>
      <div className={styles.grid}>
        <FigureCard
          title={administrationText.people}
          figure={counted ? administrationText.count(counted.people) : '–'}
          note={administrationText.peopleNote(days, counted?.active_people ?? 0)}
        >
          <DaysPlot title={administrationText.peoplePlot} days={days} figureOf={(day) => day.new_people} />
        </FigureCard>
        <FigureCard
          title={administrationText.posts}
          figure={counted ? administrationText.count(counted.posts) : '–'}
          note={administrationText.postsNote(days, counted?.pictures ?? 0)}
        >
          <DaysPlot title={administrationText.postsPlot} days={days} figureOf={(day) => day.new_posts} />
        </FigureCard>
        <FigureCard
          title={administrationText.reports}
          figure={administrationText.reportsCapped(openReports, countedReports)}
          note={administrationText.reportsNote}
        >
          <DaysPlot title={administrationText.reports} days={days} figureOf={(day) => day.open_reports} />
        </FigureCard>
        <FigureCard
          title={administrationText.storage}
          figure={administrationText.bytes(overview.database_bytes)}
          note={administrationText.storageNote(disk)}
        >
          <DaysPlot
            title={administrationText.storage}
            days={days}
            figureOf={(day) => day.database_bytes}
            format={administrationText.bytes}
          />
        </FigureCard>
        <FigureCard
          title={administrationText.queue}
          figure={administrationText.count(jobs.waiting)}
          note={administrationText.queueNote(jobs)}
        >
          <HoursPlot
            title={administrationText.queue}
            hours={overview.hours}
            values={overview.hours.map((hour) => hour.waiting_jobs)}
          />
        </FigureCard>
        <ErrorsCard overview={overview} />
      </div>
      <Muted size="small" padding="2 4 0">
        {counted ? administrationText.countedAt(counted.at) : administrationText.notCounted}{' '}
        {administrationText.version(overview.version)}
      </Muted>
    </>
  )
}

function ErrorsCard({ overview: { hours, errors } }: { overview: Overview }) {
  const values = hours.map((hour) => hour.errors)
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <FigureCard
      title={administrationText.errors}
      figure={administrationText.count(total)}
      note={total === 0 ? administrationText.noErrors : administrationText.errorsNote}
    >
      <HoursPlot title={administrationText.errors} hours={hours} values={values} tone="danger" />
      {errors.length > 0 && (
        <ol className={styles.errors} aria-label={administrationText.errorList}>
          {errors.map(({ name, count }) => (
            <Row as="li" key={name} between gap={3}>
              <span>{name}</span>
              <span>{administrationText.count(count)}</span>
            </Row>
          ))}
        </ol>
      )}
    </FigureCard>
  )
}

type DaysPlotProps = {
  title: string
  days: readonly DayFigures[]
  figureOf: (day: DayFigures) => number
  format?: (value: number) => string
}

function DaysPlot({ title, days, figureOf, format }: DaysPlotProps) {
  const { first, values } = lastDays(days, figureOf)
  return (
    <Plot
      label={administrationText.daysPlot(title, values, format ?? administrationText.count)}
      values={values}
      ends={[first ? administrationText.day(first) : '', administrationText.today]}
    />
  )
}

type HoursPlotProps = {
  title: string
  hours: Overview['hours']
  values: readonly number[]
  tone?: 'danger'
}

const HoursPlot = ({ title, hours, values, tone }: HoursPlotProps) => (
  <Plot
    label={administrationText.hoursPlot(title, values)}
    values={values}
    ends={[administrationText.hour(hours[0]?.hour ?? ''), administrationText.now]}
    {...(tone && { tone })}
  />
)

export const FiguresSkeleton = () => (
  <div className={styles.grid} aria-busy>
    {[1, 2, 3, 4, 5, 6].map((card) => (
      <div key={card} className={styles.waiting}>
        <Skeleton width={120} height={15} />
        <Skeleton width={80} height={34} />
        <Skeleton width="100%" height={84} />
      </div>
    ))}
  </div>
)

const dayMs = 24 * 60 * 60 * 1000
export const shownDays = 30

/**
 * Returns a figure of each of the last 30 days in UTC, oldest first; 0 for a day without figures, on which no server ran.
 * @param days of which the last one is today; there is none in the first minute of a server.
 */
export function lastDays<Day extends { day: string }>(
  days: readonly Day[],
  figureOf: (day: Day) => number,
): { first: string | null; values: number[] } {
  const today = days.at(-1)?.day
  if (today === undefined) return { first: null, values: Array.from({ length: shownDays }, () => 0) }
  const figures = new Map(days.map((day) => [day.day, figureOf(day)]))
  const dayBefore = (count: number) => new Date(Date.parse(today) - count * dayMs).toISOString().slice(0, 10)
  const shown = Array.from({ length: shownDays }, (_, index) => dayBefore(shownDays - 1 - index))
  return { first: shown[0] ?? null, values: shown.map((day) => figures.get(day) ?? 0) }
}
