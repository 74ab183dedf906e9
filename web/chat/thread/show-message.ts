type OlderPages = { hasNextPage: boolean; fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }> }

const flashMs = 1200
const nextFrame = () => new Promise(requestAnimationFrame)

/** Scrolls to a message and focuses it, after loading older pages until it is there, or one does not arrive. */
export async function showMessage(scroller: HTMLElement | null, number: number, pages: OlderPages): Promise<void> {
  const findRow = () => scroller?.querySelector<HTMLElement>(`[data-number="${number}"]`)
  let mayBeOlder = pages.hasNextPage
  while (!findRow() && mayBeOlder) {
    const { hasNextPage, isError } = await pages.fetchNextPage()
    mayBeOlder = hasNextPage && !isError
    await nextFrame()
  }
  const row = findRow()
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  row?.animate([{ backgroundColor: 'var(--press)' }, {}], { duration: flashMs })
}
