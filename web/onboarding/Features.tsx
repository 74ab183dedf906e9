import piazza from '#web/ui/drawings/pinned-piazza.svg'
import found from '#web/ui/drawings/that-is-me.svg'
import voices from '#web/ui/drawings/voices-over-roofs.svg'
import { Row, Stack } from '#web/ui/Layout.tsx'
import styles from './Features.module.css'
import { onboardingText } from './onboarding.text.ts'

const features = [
  { drawing: voices, title: onboardingText.feedFeature, text: onboardingText.feedFeatureText },
  { drawing: piazza, title: onboardingText.placesFeature, text: onboardingText.placesFeatureText },
  { drawing: found, title: onboardingText.spottedFeature, text: onboardingText.spottedFeatureText },
]

/** The features of Dintorni. */
export const Features = ({ heading: Heading }: { heading: 'h2' | 'h3' }) => (
  <Stack as="ul" gap={4} className={styles.features}>
    {features.map(({ drawing, title, text }) => (
      <Row as="li" key={title} gap={4}>
        <img src={drawing} alt="" width={120} height={100} />
        <div>
          <Heading className={styles.title}>{title}</Heading>
          <p className={styles.text}>{text}</p>
        </div>
      </Row>
    ))}
  </Stack>
)
