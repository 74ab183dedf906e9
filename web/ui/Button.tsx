import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

type ButtonStyleProps = {
  variant?: 'primary' | 'soft' | 'outline' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  /** Its words are red: it takes something away. */
  warns?: boolean
  /** As wide as its container. */
  wide?: boolean
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

type ButtonProps = ButtonStyleProps &
  Omit<ComponentProps<'button'>, keyof ButtonStyleProps> & {
    /** Shows a spinner and ignores clicks. The width does not change. */
    busy?: boolean
    /** Renders another element with the button's style, for example a link. */
    render?: (props: { className: string; children: ReactNode }) => ReactNode
  }

export function Button({
  variant,
  size,
  warns,
  wide,
  icon,
  children,
  className,
  busy,
  render,
  ...native
}: ButtonProps) {
  const classes = classNames(
    styles.button,
    styles[variant ?? 'primary'],
    size === 'small' && styles.small,
    warns && styles.warns,
    wide && styles.wide,
    busy && styles.busy,
    className,
  )
  const content = (
    <>
      <span className={styles.content}>
        {icon}
        <span>{children}</span>
      </span>
      {busy && <Spinner className={styles.spinner} label={null} size={20} />}
    </>
  )
  if (render) return render({ className: classes, children: content })
  return (
    <button
      type="button"
      {...native}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Not `disabled`: the button would lose the focus.
        if (busy) event.preventDefault()
        else native.onClick?.(event)
      }}
    >
      {content}
    </button>
  )
}
