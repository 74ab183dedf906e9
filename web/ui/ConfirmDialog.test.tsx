// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { useConfirm } from './ConfirmDialog.tsx'

// The dialog loads when it first opens.
beforeAll(() => import('./DialogBody.tsx'))
afterEach(cleanup)

function Page({ act }: { act: () => Promise<void> }) {
  const { confirm, confirmation } = useConfirm()
  return (
    <>
      <button onClick={() => confirm({ title: 'Sure?', text: 'For ever.', confirmLabel: 'Yes', onConfirm: act })}>
        delete
      </button>
      {confirmation}
    </>
  )
}

async function ask(act: () => Promise<void>) {
  render(<Page act={act} />)
  fireEvent.click(screen.getByText('delete'))
  await screen.findByText('For ever.')
}

const isOpen = () => screen.queryByText('For ever.') !== null

test('Nothing happens before the answer, nor after a no', async () => {
  const act = vi.fn<() => Promise<void>>()
  await ask(act)
  fireEvent.click(screen.getByText('Annulla'))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(act).not.toHaveBeenCalled()
})

test('The question closes when what was confirmed is done', async () => {
  let finish = () => undefined as void
  const act = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (finish = resolve)))
  await ask(act)
  fireEvent.click(screen.getByText('Yes'))
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
  expect(isOpen()).toBe(true)
  finish()
  await waitFor(() => expect(isOpen()).toBe(false))
})

test('The question stays when what was confirmed fails', async () => {
  await ask(() => Promise.reject(new Error('no network')))
  fireEvent.click(screen.getByText('Yes'))
  const yes = screen.getByText('Yes').closest('button')!
  await waitFor(() => expect(yes.getAttribute('aria-busy')).toBeNull())
  expect(isOpen()).toBe(true)
})
