import type { ChatFrom } from '#contract/settings.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import { settingsText } from './settings.text.ts'
import { useStoredText } from '#web/platform/storage.ts'
import styles from './RadioChoices.module.css'

/** An empty value is not stored: the device decides. */
const themeOptions = (['', 'light', 'dark'] as const).map((value) => ({
  value,
  label: settingsText.themeOptions[value],
}))

/** Light or dark. Known to this device only. */
export function ThemeChoice() {
  const [theme, setTheme] = useStoredText('theme')
  return (
    <div className={styles.choice}>
      <p className={styles.label}>{settingsText.theme}</p>
      <p className={styles.hint}>{settingsText.themeHint}</p>
      <RadioList<string> label={settingsText.theme} options={themeOptions} value={theme} onChange={setTheme} />
    </div>
  )
}

const chatFromOptions = (['everyone', 'following', 'nobody'] as const).map((value) => ({
  value,
  label: settingsText.chatFromOptions[value],
}))

type ChatFromChoiceProps = { value: ChatFrom; onChange: (value: ChatFrom) => void }

/** The choice of who may start a conversation with the viewer. */
export const ChatFromChoice = ({ value, onChange }: ChatFromChoiceProps) => (
  <div className={styles.choice}>
    <p className={styles.label}>{settingsText.chatFrom}</p>
    <p className={styles.hint}>{settingsText.chatFromHint}</p>
    <RadioList label={settingsText.chatFrom} options={chatFromOptions} value={value} onChange={onChange} />
  </div>
)
