import { Footprints, MapPin, ScanEye } from 'lucide-react'
import { authText } from '#web/auth/auth.text.ts'
import styles from './Promises.module.css'

const promises = [
  { Icon: Footprints, text: authText.promises.near },
  { Icon: MapPin, text: authText.promises.places },
  { Icon: ScanEye, text: authText.promises.spotted },
]

/** Explains Dintorni in three lines. */
export const Promises = () => (
  <ul className={styles.promises}>
    {promises.map(({ Icon, text }) => (
      <li key={text} className={styles.promise}>
        <Icon className={styles.icon} size={20} aria-hidden />
        {text}
      </li>
    ))}
  </ul>
)
