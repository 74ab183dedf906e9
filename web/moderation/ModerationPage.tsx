import { useGoBack } from '#web/navigation/go-back.ts'
import { useTabMemory } from '#web/navigation/tab-memory.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { LogList } from './LogList.tsx'
import { reportsText } from './reports.text.ts'
import { ReportList } from './ReportList.tsx'
import { SuspendedList } from './SuspendedList.tsx'

/** For moderators; others see the page for unknown addresses. */
export function ModerationPage() {
  const goBack = useGoBack()
  const [tab, setTab] = useTabMemory<'open' | 'closed' | 'suspended' | 'log'>('open')
  return (
    <>
      <title>{reportsText.title}</title>
      <PageHeader title={reportsText.title} onBack={goBack} />
      <Tabs
        sticky
        label={reportsText.sections}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'open', label: reportsText.open, content: <ReportList state="open" /> },
          { value: 'closed', label: reportsText.closed, content: <ReportList state="closed" /> },
          { value: 'suspended', label: reportsText.suspended, content: <SuspendedList /> },
          { value: 'log', label: reportsText.log, content: <LogList /> },
        ]}
      />
    </>
  )
}
