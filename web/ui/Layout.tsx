import { type ComponentProps, createElement } from 'react'
import { classNames } from './class-names.ts'
import styles from './Layout.module.css'

/** `--gap-1` … `--gap-8`. */
type Step = 1 | 2 | 3 | 4 | 5 | 6 | 8
type Space = {
  gap?: Step | undefined
  /** In the same steps: above and below, then at the sides; or above, at the sides, below. */
  padding?: `${0 | Step} ${0 | Step}` | `${0 | Step} ${0 | Step} ${0 | Step}` | undefined
  /** Without padding at the sides where the column has room beside it. */
  flush?: boolean | undefined
}
type Tag = 'article' | 'div' | 'form' | 'li' | 'ol' | 'p' | 'search' | 'section' | 'span' | 'ul'
type Props<As extends Tag, Own> = Own & { as?: As } & Omit<ComponentProps<As>, keyof Own | 'as' | 'style'>

const steps = (padding: string) => padding.replace(/[1-8]/g, 'var(--gap-$&)')

function element(
  tag: Tag,
  all: Space & { className?: string | undefined },
  ...classes: (string | false | undefined)[]
) {
  const { gap, padding, flush, className, ...props } = all
  return createElement(tag, {
    ...props,
    className: classNames(...classes, gap && styles.gap, padding && styles.padding, flush && styles.flush, className),
    style: { ...(gap && { '--gap': `var(--gap-${gap})` }), ...(padding && { '--padding': steps(padding) }) },
  })
}

/** Elements below each other, each as wide as the stack. */
export const Stack = <As extends Tag = 'div'>({ as, ...props }: Props<As, Space>) =>
  element(as ?? 'div', props, styles.stack)

type RowProps = Space & {
  /** What has no room stands in the next line. */
  wrap?: boolean
  /** The first at the left end, the last at the right. */
  between?: boolean
}

/** Elements beside each other, in the middle of its height. */
export const Row = <As extends Tag = 'div'>({ as, wrap, between, ...props }: Props<As, RowProps>) =>
  element(as ?? 'div', props, styles.row, wrap && styles.wrap, between && styles.between)

type MutedProps = Pick<Space, 'padding'> & {
  /** `label` is for a few words, `small` for sentences. */
  size?: 'small' | 'label'
  centred?: boolean
}

/** Words that matter less than those around them: a paragraph, unless `as` says otherwise. */
export const Muted = <As extends Tag = 'p'>({ as, size, centred, ...props }: Props<As, MutedProps>) =>
  element(as ?? 'p', props, styles.muted, size && styles[size], centred && styles.centred)
