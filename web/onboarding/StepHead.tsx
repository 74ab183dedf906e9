import styles from './StepHead.module.css'

type StepHeadProps = { title: string; text: string }

/** What a step is about. The page brings the focus to its heading. */
export const StepHead = ({ title, text }: StepHeadProps) => (
  <div className={styles.head}>
    <h2 className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    <p className={styles.text}>{text}</p>
  </div>
)
