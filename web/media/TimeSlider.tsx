import { useId } from 'react'
import { mediaText } from './media.text.ts'
import styles from './VideoForm.module.css'

export const stepSeconds = 0.1

type TimeSliderProps = {
  label: string
  seconds: number
  value: number
  disabled: boolean
  onChange: (second: number) => void
}

/** Chooses a moment of a video. */
export function TimeSlider({ label, seconds, value, disabled, onChange }: TimeSliderProps) {
  const id = useId()
  return (
    <div className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={0}
        max={seconds}
        step={stepSeconds}
        value={value}
        disabled={disabled}
        aria-valuetext={mediaText.at(value)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <output className={styles.time}>{mediaText.at(value)}</output>
    </div>
  )
}
