import { Camera, Lock, MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import drawing from '#web/ui/drawings/door-and-key.svg'
import { IconBadge } from '#web/ui/IconBadge.tsx'
import { onboardingText } from './onboarding.text.ts'
import styles from './PrivacyStep.module.css'
import { StepHeader } from './StepHeader.tsx'

const promises = [
  { icon: MapPin, title: onboardingText.positionPromise, text: onboardingText.positionPromiseText },
  { icon: Lock, title: onboardingText.visibilityPromise, text: onboardingText.visibilityPromiseText },
  { icon: Camera, title: onboardingText.photoPromise, text: onboardingText.photoPromiseText },
]

/** The last step: visibility and privacy. */
export const PrivacyStep = () => (
  <>
    <img className={styles.drawing} src={drawing} alt="" width={180} height={150} />
    <StepHeader title={onboardingText.privacyTitle} text={onboardingText.privacyText} />
    <ul className={styles.promises}>
      {promises.map(({ icon: Icon, title, text }) => (
        <li key={title} className={styles.promise}>
          <IconBadge size={44}>
            <Icon size={20} aria-hidden />
          </IconBadge>
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
    <p className={styles.links}>
      <Link to={pagePaths.terms}>{onboardingText.terms}</Link>
      <Link to={pagePaths.privacy}>{onboardingText.privacy}</Link>
    </p>
  </>
)
