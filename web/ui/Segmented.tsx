import { RadioOptions, type RadioOptionsProps } from './RadioOptions.tsx'
import styles from './Segmented.module.css'

const classes = { group: styles.group, option: styles.option }

/** Radio buttons side by side, in one frame. */
export const Segmented = <Value extends string>(props: RadioOptionsProps<Value>) => (
  <RadioOptions classes={classes} {...props} />
)
