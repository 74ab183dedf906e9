import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './IconButton.module.css'

type Look = {
  /** Its name, for who does not see the drawing. */
  label: string
  children: ReactNode
  tone?: 'ink' | 'soft' | 'danger' | 'violet'
  className?: string | undefined
}

type Clothes = { className: string; 'aria-label': string; title: string; children: ReactNode }

type IconButtonProps = Look &
  Omit<ComponentProps<'button'>, keyof Look | 'aria-label'> & {
    /** Draws another element in the button's clothes, a link for instance. */
    render?: (clothes: Clothes) => ReactNode
  }

export function IconButton({ label, children, tone, className, render, ...native }: IconButtonProps) {
  const clothes = {
    className: classNames(styles.button, styles[tone ?? 'soft'], className),
    'aria-label': label,
    title: label,
    children,
  }
  return render ? render(clothes) : <button type="button" {...native} {...clothes} />
}
