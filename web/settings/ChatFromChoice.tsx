import type { ChatFrom } from '#contract/settings.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import styles from './ChatFromChoice.module.css'
import { settingsText } from './settings.text.ts'

const options = (['everyone', 'following', 'nobody'] as const).map((value) => ({
  value,
  label: settingsText.chatFromOptions[value],
}))

type ChatFromChoiceProps = { value: ChatFrom; onChange: (value: ChatFrom) => void }

/** The choice of who may start a conversation with the viewer. */
export const ChatFromChoice = ({ value, onChange }: ChatFromChoiceProps) => (
  <div className={styles.choice}>
    <p className={styles.label}>{settingsText.chatFrom}</p>
    <p className={styles.hint}>{settingsText.chatFromHint}</p>
    <RadioList label={settingsText.chatFrom} options={options} value={value} onChange={onChange} />
  </div>
)
