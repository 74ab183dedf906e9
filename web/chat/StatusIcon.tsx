import type { LucideIcon } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './StatusIcon.module.css'

type StatusIconProps = { icon: LucideIcon; label: string; className?: string | undefined }

/** Says with a small drawing, and with a word to who listens, how far a message has come. */
export const StatusIcon = ({ icon: Icon, label, className }: StatusIconProps) => (
  <span className={classNames(styles.mark, className)} title={label}>
    <Icon size={15} aria-hidden />
    <span className="visually-hidden">{label}</span>
  </span>
)
