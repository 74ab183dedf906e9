import { notifyRadii } from '#contract/limits.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import styles from './ChatFromChoice.module.css'
import { settingsText } from './settings.text.ts'

const options = notifyRadii.map((metres) => ({ value: String(metres), label: settingsText.radiusOptions[metres] }))

type NotifyRadiusChoiceProps = { value: number; disabled: boolean; onChange: (metres: number) => void }

/** The choice of how far away a post may be to notify the viewer. */
export const NotifyRadiusChoice = ({ value, disabled, onChange }: NotifyRadiusChoiceProps) => (
  <div className={styles.choice}>
    <p className={styles.label}>{settingsText.radius}</p>
    <p className={styles.hint}>{settingsText.radiusHint}</p>
    <RadioList
      label={settingsText.radius}
      options={options}
      value={String(value)}
      disabled={disabled}
      onChange={(metres) => onChange(Number(metres))}
    />
  </div>
)
