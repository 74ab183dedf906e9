import { type ReactNode, useId } from 'react'

export type RadioOptionsProps<Value extends string> = {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons without styles: `Segmented` and `ChoiceChips` add them. */
export function RadioOptions<Value extends string>({
  label,
  options,
  value,
  onChange,
  classes,
}: RadioOptionsProps<Value> & { classes: { group: string | undefined; option: string | undefined } }) {
  const name = useId()
  return (
    <div className={classes.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            className="hidden-control"
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
