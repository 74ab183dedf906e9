import { classNames } from '#web/ui/class-names.ts'
import styles from './FormProblem.module.css'

type FormProblemProps = { id?: string; text: string | null | undefined; className?: string | undefined }

/** The problem with a part of the form, beside that part; renders nothing if there is none. */
export const FormProblem = ({ id, text, className }: FormProblemProps) =>
  text ? (
    <p id={id} className={classNames(styles.problem, className)} role="alert">
      {text}
    </p>
  ) : null
