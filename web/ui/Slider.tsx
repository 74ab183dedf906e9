import { Slider as Base } from '@base-ui/react/slider'
import styles from './Slider.module.css'

type SliderProps = {
  label: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
  /** The value in words. */
  formatValue: (value: number) => string
}

/** A number within bounds. For late pages only: its machinery comes with the page. */
export const Slider = ({ label, min, max, step, value, onChange, formatValue }: SliderProps) => (
  <Base.Root
    className={styles.slider}
    min={min}
    max={max}
    step={step}
    largeStep={step * 10}
    value={value}
    onValueChange={(next) => onChange(next)}
  >
    <div className={styles.head}>
      <Base.Label className={styles.label}>{label}</Base.Label>
      <span className={styles.value} aria-hidden>
        {formatValue(value)}
      </span>
    </div>
    <Base.Control className={styles.control}>
      <Base.Track className={styles.track}>
        <Base.Indicator className={styles.indicator} />
        <Base.Thumb className={styles.thumb} getAriaValueText={(_formatted, now) => formatValue(now)} />
      </Base.Track>
    </Base.Control>
  </Base.Root>
)
