import type { Story } from '#contract/stories.ts'
import styles from './StoryProgress.module.css'
import { StoryTimer } from './StoryTimer.tsx'

type StoryProgressProps = { stories: readonly Story[]; index: number; isRunning: boolean; onEnd: () => void }

/** One bar per story. Decorative: the position is announced by `StoryStage`. */
export const StoryProgress = ({ stories, index, isRunning, onEnd }: StoryProgressProps) => (
  <div className={styles.bars} aria-hidden>
    {stories.map(({ id }, at) => (
      <span key={id} className={styles.bar}>
        {at < index && <span className={styles.full} />}
        {at === index && <StoryTimer isRunning={isRunning} onEnd={onEnd} />}
      </span>
    ))}
  </div>
)
