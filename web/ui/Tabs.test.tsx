// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './Tabs.tsx'

afterEach(cleanup)

function Place() {
  const [tab, setTab] = useState('post')
  const tabs = ['post', 'eventi', 'info'].map((value) => ({ value, label: value, content: `content of ${value}` }))
  return <Tabs label="Luogo" tabs={tabs} value={tab} onChange={setTab} />
}

const selected = () => screen.getByRole('tab', { selected: true })

test('The arrow keys, Home and End move between tabs, round and round, with the focus and the content', () => {
  render(<Place />)
  selected().focus()
  for (const [key, name] of [
    ['ArrowRight', 'eventi'],
    ['End', 'info'],
    ['ArrowRight', 'post'],
    ['ArrowLeft', 'info'],
    ['ArrowLeft', 'eventi'],
    ['Home', 'post'],
  ] as const) {
    fireEvent.keyDown(selected(), { key })
    expect(selected().textContent).toBe(name)
    expect(document.activeElement).toBe(selected())
    expect(screen.getByRole('tabpanel', { name }).textContent).toBe(`content of ${name}`)
  }
})

test('Only the open tab and its content are stops of the Tab key', () => {
  render(<Place />)
  fireEvent.click(screen.getByRole('tab', { name: 'info' }))
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  expect(screen.getByRole('tabpanel').tabIndex).toBe(0)
})

test('Keys of the browser and other keys are left to it', () => {
  render(<Place />)
  for (const event of [{ key: 'ArrowRight', altKey: true }, { key: 'End', ctrlKey: true }, { key: 'a' }])
    expect(fireEvent.keyDown(selected(), event)).toBe(true)
  expect(selected().textContent).toBe('post')
  expect(fireEvent.keyDown(selected(), { key: 'ArrowRight' })).toBe(false)
})
