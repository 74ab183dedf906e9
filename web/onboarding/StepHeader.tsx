import styles from './StepHeader.module.css'

type StepHeaderProps = {
  title: string
  text: string
  /** The file of a drawing above it. */
  drawing?: string
  heading?: 'h1' | 'h2'
}

/** The heading of a step, which receives the focus. */
export const StepHeader = ({ title, text, drawing, heading: Heading = 'h2' }: StepHeaderProps) => (
  <div className={styles.head}>
    {drawing && <img className={styles.drawing} src={drawing} alt="" width={180} height={150} />}
    <Heading className={styles.title} tabIndex={-1}>
      {title}
    </Heading>
    <p className={styles.text}>{text}</p>
  </div>
)
