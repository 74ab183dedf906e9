import { expect } from 'vitest'
import { emailOf, password } from '#server/testing/fixtures/api-client.ts'
import type { Control, Tab } from './browser.ts'

const timeoutMs = 60_000

/** What a person does in a tab: each waits until it is possible. */
export type Person = Tab & {
  /** Opens a page of the server. */
  open: (path: string) => Promise<void>
  /** Presses what has this name, or a name that begins with it. */
  press: (name: string) => Promise<void>
  /** Presses it now, if it is there. */
  tryPress: (name: string) => Promise<void>
  write: (label: string, text: string) => Promise<void>
  choose: (files: string[]) => Promise<void>
  sees: (text: string) => Promise<void>
  seesNot: (text: string) => Promise<void>
  /** Waits until the path of the page is this. */
  isAt: (path: string) => Promise<void>
}

/** In the page: the control with this name, that of an open dialog first. */
function findControl(name: string): Element | null {
  const nameOf = (element: Element) => {
    const spoken = element.cloneNode(true) as Element
    for (const part of spoken.querySelectorAll('[aria-hidden=true]')) part.remove()
    const labelId = element.getAttribute('aria-labelledby')
    const label = labelId ? document.getElementById(labelId)?.textContent : element.getAttribute('aria-label')
    return (label ?? spoken.textContent).replaceAll(/\s+/g, ' ').trim()
  }
  const roots = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].toReversed()
  for (const root of [...roots, document]) {
    const shown = [...root.querySelectorAll('button, a[href], [role=switch], label:has(input[type=radio])')].filter(
      (element) => element.getClientRects().length > 0 && !element.matches(':disabled') && !element.closest('[inert]'),
    )
    const found =
      shown.find((element) => nameOf(element) === name) ?? shown.find((element) => nameOf(element).startsWith(name))
    if (found) return found
  }
  return null
}

/** In the page: the field with this label or placeholder. */
const findField = (label: string): Element | null =>
  [...document.querySelectorAll('input, textarea')].find(
    (field) =>
      field.getClientRects().length > 0 &&
      [
        field.getAttribute('aria-label'),
        field.getAttribute('placeholder'),
        ...[...((field as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
      ].some((text) => text?.trim() === label),
  ) ?? null

const isSeen = (text: string) => document.body.innerText.includes(text)

export function personAt(tab: Tab, serverUrl: string): Person {
  /** Repeats until the control is there and takes the action: another part may still lie above it. */
  const act = <Input>(
    what: string,
    find: () => Promise<Control | null>,
    action: (control: Control) => Promise<Input>,
  ) =>
    expect
      .poll(
        async () => {
          const control = await find().catch(() => null)
          if (!control) return `${what}: nothing found`
          return action(control).then(
            () => 'done',
            (error: unknown) => `${what}: ${String(error)}`,
          )
        },
        { timeout: timeoutMs },
      )
      .toBe('done')
  const waitFor = (what: string, script: (text: string) => boolean, expected: boolean) =>
    expect
      .poll(() => tab.run(script, what).catch(String), { timeout: timeoutMs, message: `sees «${what}»` })
      .toBe(expected)
  return {
    ...tab,
    open: (path) => tab.goto(serverUrl + path),
    press: (name) =>
      act(
        name,
        () => tab.find(findControl, name),
        (control) => control.click(),
      ),
    tryPress: async (name) => (await tab.find(findControl, name))?.click(),
    write: (label, text) =>
      act(
        label,
        () => tab.find(findField, label),
        (control) => control.write(text),
      ),
    choose: (files) =>
      act(
        'file input',
        () => tab.find(() => document.querySelector('input[type=file]:not([capture])'), null),
        (control) => control.choose(files),
      ),
    sees: (text) => waitFor(text, isSeen, true),
    seesNot: (text) => waitFor(text, isSeen, false),
    isAt: (path) => expect.poll(() => tab.run(() => location.pathname, null), { timeout: timeoutMs }).toBe(path),
  }
}

/** Signs in without the form, and stores the position as the form's next page does. */
export async function signInAt(person: Person, name: string): Promise<void> {
  await person.open('/login')
  await person.sees('Accedi')
  const status = await person.run(
    async (account) => {
      localStorage.setItem('latitude', '45.46417')
      localStorage.setItem('longitude', '9.18983')
      const headers = { 'content-type': 'application/json' }
      return (await fetch('/api/auth/login.php', { method: 'POST', headers, body: JSON.stringify(account) })).status
    },
    { email: emailOf(name), password },
  )
  expect(status).toBe(200)
}
