import type { ComponentProps, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

type Look = {
  variant?: 'primary' | 'soft' | 'outline' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  /** Takes the whole width. */
  wide?: boolean
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, keyof Look> & {
    /** Shows a spinner and takes no more presses; the width stays. */
    busy?: boolean
    /** Draws another element in the button's clothes, a link for instance. */
    render?: (clothes: { className: string; children: ReactNode }) => ReactNode
  }

export function Button({ variant, size, wide, icon, children, className, busy, render, ...native }: ButtonProps) {
  const clothes = classNames(
    styles.button,
    styles[variant ?? 'primary'],
    size === 'small' && styles.small,
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
  if (render) return render({ className: clothes, children: content })
  return (
    <button
      type="button"
      {...native}
      className={clothes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Not `disabled`: that would drop the focus of who pressed it.
        if (busy) event.preventDefault()
        else native.onClick?.(event)
      }}
    >
      {content}
    </button>
  )
}
