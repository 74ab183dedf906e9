import { Slider as Base } from '@base-ui/react/slider'
import styles from './Slider.module.css'

type SliderProps = {
  label: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
  /** Formats the value for display and screen readers. */
  formatValue: (value: number) => string
}

/** A slider. Not for the first load: it brings Base UI code. */
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
