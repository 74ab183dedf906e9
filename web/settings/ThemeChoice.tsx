import { useStoredText } from '#web/platform/stored-text.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import styles from './ChatFromChoice.module.css'
import { settingsText } from './settings.text.ts'

/** An empty value is not stored: the device decides. */
const options = (['', 'light', 'dark'] as const).map((value) => ({ value, label: settingsText.themeOptions[value] }))

/** Light or dark. Known to this device only. */
export function ThemeChoice() {
  const [theme, setTheme] = useStoredText('theme')
  return (
    <div className={styles.choice}>
      <p className={styles.label}>{settingsText.theme}</p>
      <p className={styles.hint}>{settingsText.themeHint}</p>
      <RadioList<string> label={settingsText.theme} options={options} value={theme} onChange={setTheme} />
    </div>
  )
}
