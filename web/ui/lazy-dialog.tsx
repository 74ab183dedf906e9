import { type ComponentType, useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { showToast } from './toast.ts'
import { uiText } from './ui.text.ts'

/**
 * A dialog whose code loads when it first opens, and which stays mounted from then on, so that it can animate out. If
 * the code does not arrive, it shows an error and closes; the next press tries again. `preload` fetches the code
 * earlier, for example when the pointer enters the button that opens it.
 */
export function lazyDialog<Props extends { open: boolean; onOpenChange: (open: boolean) => void }, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Content = lazyPart<Props>(async () => (await load())[name])
  function LazyDialog(props: Props) {
    const [isMounted, setMounted] = useState(props.open)
    if (props.open && !isMounted) setMounted(true)
    const close = () => {
      showToast(uiText.networkError, 'danger')
      setMounted(false)
      props.onOpenChange(false)
    }
    return isMounted && <Content {...props} onMissing={close} />
  }
  return Object.assign(LazyDialog, { preload: () => void load().catch(() => undefined) })
}
