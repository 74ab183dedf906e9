// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useArrowKeys } from './SearchBox.tsx'

function Search() {
  const search = useRef<HTMLElement>(null)
  useArrowKeys(search)
  return (
    <section ref={search}>
      <input type="search" aria-label="box" />
      <button type="button">clear</button>
      <ul>
        {['first', 'second'].map((name) => (
          <li key={name}>
            <a href={`/${name}`} aria-label={name}>
              {name}
            </a>
            <button type="button">follow</button>
          </li>
        ))}
      </ul>
    </section>
  )
}

beforeEach(() => {
  render(<Search />)
})
afterEach(cleanup)

const focused = () => document.activeElement?.getAttribute('aria-label')
/** Returns whether the key is left to the browser. */
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })

test('The arrow keys move through the results and back to the search box, and no further', () => {
  document.querySelector('input')!.focus()
  for (const [key, name] of [
    ['ArrowUp', 'box'],
    ['ArrowDown', 'first'],
    ['ArrowDown', 'second'],
    ['ArrowDown', 'second'],
    ['ArrowUp', 'first'],
    ['ArrowUp', 'box'],
  ] as const) {
    press(key)
    expect(focused()).toBe(name)
  }
})

test('Arrow keys that choose a character of a composition stay in the search box', () => {
  document.querySelector('input')!.focus()
  for (const composition of [{ isComposing: true }, { keyCode: 229 }]) {
    expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown', ...composition })).toBe(true)
    expect(focused()).toBe('box')
  }
})

test('Other keys, and arrow keys on a button, are left to the browser', () => {
  document.querySelector('input')!.focus()
  expect(press('Enter')).toBe(true)
  expect(press('ArrowDown')).toBe(false)
  document.querySelector('button')!.focus()
  expect(press('ArrowDown')).toBe(true)
  expect(document.activeElement?.textContent).toBe('clear')
})
