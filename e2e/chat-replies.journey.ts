import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { type ApiUser, expect, test } from './support/fixtures.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Messaggio' })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).last()

async function follow(one: ApiUser, other: ApiUser) {
  await one.callOk('requestFollow', { followed_id: other.user.id })
  await other.callOk('requestFollow', { followed_id: one.user.id })
}

test('Anna answers from the menu, or with a swipe and without a network; a press on a quotation leads back', async ({
  anna,
  bruno,
}) => {
  await follow(anna, bruno)
  const send = (text: string) => bruno.callOk('sendMessage', { other_id: anna.user.id, client_id: randomUUID(), text })
  for (let number = 1; number <= 40; number++) await send(`Domanda ${number}`)
  const { page, context } = anna
  await page.goto(`/chat/${bruno.user.id}`)
  await page.getByRole('button', { name: 'Opzioni del messaggio: Domanda 40' }).click()
  await page.getByRole('button', { name: 'Rispondi' }).click()
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Annulla la risposta' })).toBeVisible()
  await expectAccessible(page)
  await field(page).fill('Certo che sì')
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(page.getByRole('button', { name: 'Annulla la risposta' })).toHaveCount(0)
  await expect(row(page, 'Certo che sì')).toContainText('Domanda 40')

  await page.getByText('Domanda 39', { exact: true }).evaluate((element) => {
    const { x, y } = element.getBoundingClientRect()
    const fire = (type: string, right: number) =>
      element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientX: x + right, clientY: y + 2 }),
      )
    fire('pointerdown', 0)
    for (const right of [20, 40, 60, 80]) fire('pointermove', right)
    fire('pointerup', 80)
  })
  await expect(page.getByRole('button', { name: 'Annulla la risposta' })).toBeVisible()
  await context.setOffline(true)
  await field(page).fill('Quasi')
  await page.getByRole('button', { name: 'Invia il messaggio' }).click()
  await expect(row(page, 'Quasi')).toContainText('Domanda 39')
  await context.setOffline(false)
  const newest = async () => {
    const { messages } = await bruno.callOk('getMessages', { other_id: anna.user.id })
    return [messages[0]?.text, messages[0]?.reply?.text]
  }
  await expect.poll(newest).toEqual(['Quasi', 'Domanda 39'])

  // Bruno answers one that Anna has not loaded.
  const { messages } = await bruno.callOk('getMessages', { other_id: anna.user.id, limit: 50 })
  const second = messages.find(({ text }) => text === 'Domanda 2')!
  await bruno.callOk('sendMessage', {
    other_id: anna.user.id,
    client_id: randomUUID(),
    text: 'E questa?',
    reply_to: second.number,
  })
  await row(page, 'E questa?')
    .getByRole('button', { name: /In risposta a.*Domanda 2$/ })
    .click()
  await expect(page.locator(`[data-number="${second.number}"]`)).toBeFocused()
  await expect(page.locator(`[data-number="${second.number}"]`)).toBeInViewport()
  await expectAccessible(page)
})

test('A reaction shows at once on both sides, is changed and taken back @core', async ({ anna, createBrowserUser }) => {
  const bruno = await createBrowserUser('bruno')
  await follow(anna, bruno)
  await bruno.callOk('sendMessage', { other_id: anna.user.id, client_id: randomUUID(), text: 'Ho vinto!' })
  await anna.page.goto(`/chat/${bruno.user.id}`)
  await bruno.page.goto(`/chat/${anna.user.id}`)
  await expect(row(bruno.page, 'Ho vinto!')).toBeVisible()
  const openMenu = () => anna.page.getByRole('button', { name: 'Opzioni del messaggio: Ho vinto!' }).click()
  await openMenu()
  await expectAccessible(anna.page)
  await anna.page.getByRole('button', { name: 'Cuore' }).click()
  await expect(row(anna.page, 'Ho vinto!')).toContainText('La tua reazione: Cuore')
  await expect(row(bruno.page, 'Ho vinto!')).toContainText('Reazione di anna: Cuore')
  await expectAccessible(anna.page)
  await openMenu()
  await expect(anna.page.getByRole('button', { name: 'Cuore' })).toHaveAttribute('aria-pressed', 'true')
  await anna.page.getByRole('button', { name: 'Risata' }).click()
  await expect(row(bruno.page, 'Ho vinto!')).toContainText('Reazione di anna: Risata')
  await openMenu()
  await anna.page.getByRole('button', { name: 'Risata' }).click()
  await expect(row(bruno.page, 'Ho vinto!')).not.toContainText('Reazione')
})
