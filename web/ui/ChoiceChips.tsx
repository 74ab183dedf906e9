import styles from './ChoiceChips.module.css'
import { RadioOptions, type RadioOptionsProps } from './RadioOptions.tsx'

const classes = { group: styles.chips, option: styles.chip }

/** Radio buttons in one line, which scrolls where it is too narrow. */
export const ChoiceChips = <Value extends string>(props: RadioOptionsProps<Value>) => (
  <RadioOptions classes={classes} {...props} />
)
