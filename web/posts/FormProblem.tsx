import { classNames } from '#web/ui/class-names.ts'
import styles from './FormProblem.module.css'

type FormProblemProps = { id?: string; text: string | null | undefined; className?: string | undefined }

/** What is wrong with a part of the form, beside that part; nothing if nothing is. */
export const FormProblem = ({ id, text, className }: FormProblemProps) =>
  text ? (
    <p id={id} className={classNames(styles.problem, className)} role="alert">
      {text}
    </p>
  ) : null
