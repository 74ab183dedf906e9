import type { LucideIcon } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StatusIcon.module.css'

type StatusIconProps = { icon: LucideIcon; label: string; className?: string | undefined }

/** A small icon for the state of a message, with a label for screen readers. */
export const StatusIcon = ({ icon: Icon, label, className }: StatusIconProps) => (
  <span className={classNames(styles.icon, className)} title={label}>
    <Icon size={15} aria-hidden />
    <span className="visually-hidden">{label}</span>
  </span>
)
