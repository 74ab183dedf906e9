import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconButton.module.css'

type IconButtonStyleProps = {
  /** The accessible name, also shown as a tooltip. */
  label: string
  children: ReactNode
  tone?: 'ink' | 'soft' | 'danger' | 'violet'
  className?: string | undefined
}

type RenderProps = { className: string; 'aria-label': string; title: string; children: ReactNode }

type IconButtonProps = IconButtonStyleProps &
  Omit<ComponentProps<'button'>, keyof IconButtonStyleProps | 'aria-label'> & {
    /** Renders another element with the button's style, for example a link. */
    render?: (props: RenderProps) => ReactNode
  }

export function IconButton({ label, children, tone, className, render, ...native }: IconButtonProps) {
  const props = {
    className: classNames(styles.button, styles[tone ?? 'soft'], className),
    'aria-label': label,
    title: label,
    children,
  }
  return render ? render(props) : <button type="button" {...native} {...props} />
}
