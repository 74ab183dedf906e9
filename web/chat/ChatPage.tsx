import { useGoBack } from '#web/app/go-back.ts'
import { Button } from '#web/ui/Button.tsx'
import drawing from '#web/ui/drawings/letter-box.svg'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { chatText } from './chat.text.ts'

export function ChatPage() {
  const goBack = useGoBack()
  return (
    <>
      <title>{chatText.title}</title>
      <PageHeader title={chatText.title} onBack={goBack} />
      <EmptyState drawing={drawing} title={chatText.notYet}>
        <Button variant="soft" onClick={goBack}>
          {chatText.back}
        </Button>
      </EmptyState>
    </>
  )
}
