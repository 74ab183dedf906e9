import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { SegmentedLinks } from '#web/ui/Choices.tsx'
import styles from './ExploreChoice.module.css'
import { mapText } from './map.text.ts'

const ways = [
  { path: pagePaths.search, label: mapText.list },
  { path: pagePaths.map, label: mapText.map },
]

/** Switches between the list and the map of the surroundings. */
export const ExploreChoice = ({ current }: { current: string }) => (
  <SegmentedLinks
    className={styles.ways}
    label={mapText.choose}
    links={ways}
    current={current}
    render={(path, props) => <Link key={path} to={path} replace {...props} />}
  />
)
