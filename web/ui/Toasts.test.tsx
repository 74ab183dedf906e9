// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToast } from './toast.ts'
import { Toasts } from './Toasts.tsx'

test('A toast lies outside the page, above a dialog and its backdrop', async () => {
  render(
    <div id="root">
      <Toasts />
    </div>,
  )
  showToast('Errore di rete, riprova più tardi.')
  expect((await screen.findByText('Errore di rete, riprova più tardi.')).closest('#root')).toBeNull()
})
