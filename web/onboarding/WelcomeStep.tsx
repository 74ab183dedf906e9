import piazza from '#web/ui/drawings/pinned-piazza.svg'
import found from '#web/ui/drawings/that-is-me.svg'
import voices from '#web/ui/drawings/voices-over-roofs.svg'
import { onboardingText } from './onboarding.text.ts'
import { StepHeader } from './StepHeader.tsx'
import styles from './WelcomeStep.module.css'

const features = [
  { drawing: voices, title: onboardingText.feedFeature, text: onboardingText.feedFeatureText },
  { drawing: piazza, title: onboardingText.placesFeature, text: onboardingText.placesFeatureText },
  { drawing: found, title: onboardingText.spottedFeature, text: onboardingText.spottedFeatureText },
]

/** Explains what Dintorni is. */
export const WelcomeStep = () => (
  <>
    <StepHeader title={onboardingText.welcomeTitle} text={onboardingText.welcomeText} />
    <ul className={styles.features}>
      {features.map(({ drawing, title, text }) => (
        <li key={title} className={styles.feature}>
          <img src={drawing} alt="" width={120} height={100} />
          <div>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </>
)
