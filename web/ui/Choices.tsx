import { type ReactNode, useId } from 'react'
import styles from './Choices.module.css'
import { classNames } from './class-names.ts'

type OptionsProps<Value extends string> = {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons of which only the words and icons are seen. */
function Options<Value extends string>({
  label,
  options,
  value,
  onChange,
  classes,
}: OptionsProps<Value> & { classes: { group: string | undefined; option: string | undefined } }) {
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

const chipClasses = { group: styles.chips, option: styles.chip }

/** Radio buttons in one line, which scrolls where it is too narrow. */
export const ChoiceChips = <Value extends string>(props: OptionsProps<Value>) => (
  <Options classes={chipClasses} {...props} />
)

const segmentClasses = { group: styles.segments, option: styles.segment }

/** Radio buttons side by side, in one frame. */
export const Segmented = <Value extends string>(props: OptionsProps<Value>) => (
  <Options classes={segmentClasses} {...props} />
)

type LinkProps = { className: string | undefined; 'aria-current': 'page' | undefined; children: string }
type SegmentedLinksProps = {
  /** The accessible name. */
  label: string
  links: readonly { path: string; label: string }[]
  current: string
  render: (path: string, props: LinkProps) => ReactNode
  className?: string | undefined
}

/** Looks like `Segmented`; each option is a page. */
export const SegmentedLinks = ({ label, links, current, render, className }: SegmentedLinksProps) => (
  <nav className={classNames(styles.segments, className)} aria-label={label}>
    {links.map((link) =>
      render(link.path, {
        className: styles.segment,
        'aria-current': link.path === current ? 'page' : undefined,
        children: link.label,
      }),
    )}
  </nav>
)
