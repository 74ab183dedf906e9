import { classNames } from '#web/ui/class-names.ts'
import styles from './Figures.module.css'

const height = 40
/** Of a bar and the space after it, in units of the drawing. */
const stepWidth = 10
const barWidth = 7
/** A value above zero stays visible. */
const minBarHeight = 1.5

type PlotProps = {
  /** Describes the plot in words. */
  label: string
  values: readonly number[]
  /** The labels under the first and the last bar. */
  ends: readonly [string, string]
  tone?: 'violet' | 'danger'
}

/** Small bars over time; the last one is now. */
export function Plot({ label, values, ends, tone }: PlotProps) {
  const highest = Math.max(1, ...values)
  return (
    <div className={classNames(tone === 'danger' && styles.danger)}>
      <svg
        className={styles.plot}
        // One picture for screen readers: an `img` cannot follow the colours of the scheme.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={label}
        viewBox={`0 0 ${values.length * stepWidth} ${height}`}
        preserveAspectRatio="none"
      >
        {values.map((value, index) => {
          const barHeight = value === 0 ? 0 : Math.max(minBarHeight, (value / highest) * (height - 1))
          return (
            <rect
              // A bar's index is its identity: the hour that it shows.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              className={index === values.length - 1 ? styles.last : styles.bar}
              x={index * stepWidth + (stepWidth - barWidth) / 2}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              rx={1.5}
            />
          )
        })}
        <line className={styles.base} x1={0} x2={values.length * stepWidth} y1={height} y2={height} />
      </svg>
      <p className={styles.ends} aria-hidden>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </div>
  )
}
