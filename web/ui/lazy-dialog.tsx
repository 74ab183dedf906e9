import { type ComponentType, lazy, Suspense, useState } from 'react'

/**
 * A dialog whose code loads when it first opens, and which stays mounted from then on, so that it can animate out.
 * `preload` fetches the code earlier, for example when the pointer enters the button that opens it.
 */
export function lazyDialog<Props extends { open: boolean }, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Content = lazy(async () => ({ default: (await load())[name] as ComponentType<{ open: boolean }> }))
  function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.open)
    if (props.open && !wasOpened) setWasOpened(true)
    if (!wasOpened) return null
    return (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyDialog, { preload: () => void load().catch(() => undefined) })
}
