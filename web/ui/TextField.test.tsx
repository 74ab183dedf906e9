// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TextField } from './TextField.tsx'

afterEach(cleanup)

const sent = vi.fn()

function Form() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form
      aria-label="Accesso"
      onSubmit={(event) => {
        event.preventDefault()
        sent(email, password)
      }}
    >
      <TextField label="Email" value={email} onChange={setEmail} />
      <TextField label="Password" type="password" value={password} onChange={setPassword} />
    </form>
  )
}

test('What a password manager fills in without an event is sent', () => {
  render(<Form />)
  // React watches the property of the element itself; the browser does not go through it.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const [label, value] of [
    ['Email', 'anna@example.it'],
    ['Password', 'piove sul lungomare'],
  ] as const)
    setter?.call(screen.getByLabelText(label), value)
  act(() => void fireEvent.submit(screen.getByRole('form')))
  expect(sent).toHaveBeenLastCalledWith('anna@example.it', 'piove sul lungomare')
})
