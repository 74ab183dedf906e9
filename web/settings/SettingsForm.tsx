import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import { errorMessage } from '#web/platform/api-errors.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { useUpdateUserSettings } from './settings.api.ts'
import { settingsText } from './settings.text.ts'
import styles from './SettingsForm.module.css'

type SaveStatusProps = {
  settings: Settings
  /** The last save. */
  update: { isPending: boolean; isSuccess: boolean; error: Error | null; variables: Settings | undefined }
  onRetry: () => void
}

/** Shows that the settings were saved, or a banner if not. */
function SaveStatus({ settings, update, onRetry }: SaveStatusProps) {
  const isLatest = update.variables === settings
  if (update.error && isLatest)
    return (
      <Banner tone="danger">
        <Row wrap between gap={2}>
          <span>{settingsText.saveFailed(errorMessage(update.error))}</span>
          <Button variant="outline" size="small" onClick={onRetry}>
            {settingsText.retry}
          </Button>
        </Row>
      </Banner>
    )
  return (
    <output className={styles.state}>
      {update.isPending && isLatest && settingsText.saving}
      {update.isSuccess && isLatest && (
        <>
          <Check size={16} aria-hidden />
          {settingsText.saved}
        </>
      )}
    </output>
  )
}

/** docs/product.md */
const saveDelayMs = 500

/** Saves `value`, also the first one, when it has not changed for a while, and at once when the page is left. */
function useAutosave<Value>(value: Value, save: (value: Value) => void) {
  const saved = useRef<Value | null>(null)
  const saveOnce = useEffectEvent((latest: Value) => {
    if (saved.current === latest) return
    saved.current = latest
    save(latest)
  })
  useEffect(() => {
    const timer = setTimeout(() => saveOnce(value), saveDelayMs)
    return () => clearTimeout(timer)
  }, [value])
  const saveNow = useEffectEvent(() => saveOnce(value))
  useEffect(() => {
    const onPageHide = () => saveNow()
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      onPageHide()
    }
  }, [])
}

/** What the fields of a section need. */
export type SettingsFields = {
  settings: Settings
  change: (part: Partial<Settings>) => void
}

type SettingsFormProps = { loaded: Settings; children: (fields: SettingsFields) => ReactNode }

/** Saves changes by itself. They stay on the screen if that fails. */
export function SettingsForm({ loaded, children }: SettingsFormProps) {
  const [settings, setSettings] = useState(loaded)
  const update = useUpdateUserSettings()
  useAutosave(settings, update.mutate)
  const change = (part: Partial<Settings>) => setSettings({ ...settings, ...part })
  return (
    <>
      {settings !== loaded && (
        <SaveStatus settings={settings} update={update} onRetry={() => update.mutate(settings)} />
      )}
      {children({ settings, change })}
    </>
  )
}
