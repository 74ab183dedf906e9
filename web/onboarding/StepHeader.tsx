import styles from './StepHeader.module.css'

type StepHeaderProps = { title: string; text: string }

/** The heading of a step, which receives the focus. */
export const StepHeader = ({ title, text }: StepHeaderProps) => (
  <div className={styles.head}>
    <h2 className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    <p className={styles.text}>{text}</p>
  </div>
)
