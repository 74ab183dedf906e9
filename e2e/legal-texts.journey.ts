import { expectNothingAbovePage } from './support/navigation.ts'
import { changeRole } from '#server/moderation/moderation.actions.ts'
import { startServer } from '#server/testing/harness/server-process.ts'
import { expectAccessible } from './support/accessibility.ts'
import { expect, test } from './support/fixtures.ts'
import { signIn } from './support/sign-in.ts'

const ownText = `Le regole del **Circolo Le Querce**.

## Chi siamo

Scrivici a <querce@example.it>, o leggi [il nostro statuto](https://example.it/statuto).

## Che cosa chiediamo

1. Sii *gentile*.
2. Non scrivere <in maiuscolo.`

test('Ada writes her own terms, looks at them, and publishes them; a visitor reads them and the version before', async ({
  ada,
  visitor,
}) => {
  const { page } = ada
  await page.goto('/administration')
  await page.getByRole('link', { name: 'Termini e privacy' }).click()
  await expect(page.getByText('In vigore è il testo di Dintorni')).toBeVisible()
  const text = page.getByLabel('Testo in Markdown')
  await expect(text).toHaveValue(/^Dintorni è un posto .*\n\n## Chi offre il servizio\n/)
  await expect(page.getByRole('button', { name: 'Pubblica' })).toHaveCount(0)
  await expectAccessible(page)

  await text.fill('a '.repeat(15_001))
  await expect(page.getByText('Il testo ha 30.002 caratteri: può averne al massimo 30.000.')).toBeVisible()

  // Markdown outside the subset is refused by name, and her text stays.
  await text.fill('Ciao <b>a tutti</b>')
  await page.getByRole('button', { name: 'Pubblica' }).click()
  const question = page.getByRole('alertdialog', { name: 'Pubblicare la versione 1?' })
  await expect(question.getByRole('alert')).toContainText('«<b>» non si può usare')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(text).toHaveValue('Ciao <b>a tutti</b>')

  await text.fill(ownText)
  await expectNothingAbovePage(page)
  await page.reload()
  await expect(text).toHaveValue(ownText)
  await page.getByRole('button', { name: 'Pubblica' }).click()
  const article = question.getByRole('article')
  await expect(article.getByRole('heading', { name: 'Che cosa chiediamo' })).toBeVisible()
  await expect(article.getByText('Circolo Le Querce')).toHaveJSProperty('tagName', 'STRONG')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText('Pubblicato: è la versione 1')).toBeVisible()
  await expect(page.getByText(/^In vigore è la versione 1, dal.*, pubblicata da ada\./)).toBeVisible()

  // Back to the text of Dintorni: another version.
  await page.getByRole('button', { name: 'Torna al testo di Dintorni' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText(/^In vigore è la versione 2/)).toBeVisible()

  await visitor.page.goto('/terms')
  await expect(visitor.page.getByText(/^Versione 2, in vigore dal.* \p{L}+ \d{4}$/u)).toBeVisible()
  await visitor.page.getByRole('link', { name: /^Versione 1, dal/ }).click()
  await expect(visitor.page).toHaveURL(/\/terms\?version=1$/)
  await expect(visitor.page.getByText(/^Versione 1, in vigore dal/)).toBeVisible()
  await expect(visitor.page.getByRole('article').getByRole('listitem').last()).toHaveText('Non scrivere <in maiuscolo.')
  await expect(visitor.page.getByRole('link', { name: 'il nostro statuto' })).toHaveAttribute(
    'href',
    'https://example.it/statuto',
  )
  await expectAccessible(visitor.page)
  // The contents lead to a section, and Back leaves the text.
  await visitor.page.getByRole('navigation', { name: 'In questa pagina' }).getByText('Che cosa chiediamo').click()
  await expect(visitor.page.locator('section:focus')).toContainText('Sii gentile')
  await visitor.page.getByRole('link', { name: 'Leggi quella in vigore' }).click()
  await expect(visitor.page.getByText(/^Versione 2, in vigore dal/)).toBeVisible()
  await visitor.page.goto('/terms?version=7')
  await expect(visitor.page.getByRole('heading', { name: 'Questa versione non c’è' })).toBeVisible()
  await expectAccessible(visitor.page)

  await page.goto('/moderation')
  await page.getByRole('tab', { name: 'Registro' }).click()
  await expect(page.getByRole('list', { name: 'Registro' })).toContainText('Termini, versione 2')
})

test('Two administrators write at once: the second learns of it, and keeps her draft or drops it', async ({
  createBrowserUser,
  createApiUser,
  db,
}) => {
  const ada = await createBrowserUser('ada')
  const emma = await createApiUser('emma')
  for (const { user } of [ada, emma]) await changeRole(db, { actorId: null, userId: user.id, role: 'administrator' })
  const { page } = ada
  await page.goto('/administration/texts?text=privacy')
  const text = page.getByLabel('Testo in Markdown')
  await text.fill('La bozza di Ada.')
  await emma.callOk('publishLegalText', { kind: 'privacy', body: 'Il testo di Emma.', expected_version: 0 })
  await page.getByRole('button', { name: 'Pubblica' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Pubblica' }).click()
  await expect(question.getByRole('alert')).toContainText('Intanto qualcuno ha pubblicato un’altra versione')
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(page.getByText('Mentre scrivevi è stata pubblicata la versione 1.')).toBeVisible()
  await expect(text).toHaveValue('La bozza di Ada.')
  await expectAccessible(page)
  // The other text has a draft of its own.
  await page.getByRole('link', { name: 'Termini', exact: true }).click()
  await expect(text).toHaveValue(/^Dintorni è un posto/)
  await page.getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(text).toHaveValue('La bozza di Ada.')
  await page.getByRole('button', { name: 'Tieni la bozza' }).click()
  await page.getByRole('button', { name: 'Pubblica' }).click()
  await question.getByRole('button', { name: 'Pubblica' }).click()
  await expect(page.getByText(/^In vigore è la versione 2/)).toBeVisible()
  await text.fill('Un’altra bozza.')
  await page.getByRole('button', { name: 'Scarta la bozza' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Scarta la bozza' }).click()
  await expect(text).toHaveValue('La bozza di Ada.')
})

test('Impostazioni and the texts of Dintorni name who runs the server, whatever signs are in the name', async ({
  browser,
  createApiUser,
  databaseUrl,
  dataDir,
}) => {
  await createApiUser('anna')
  const name = 'Circolo <img src=x onerror="document.title=1"> *Le Querce*'
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    OPERATOR_NAME: name,
    OPERATOR_EMAIL: 'querce@example.it',
  })
  try {
    const context = await browser.newContext({ baseURL: server.url, locale: 'it-IT' })
    const page = await context.newPage()
    await page.goto('/login')
    await signIn(page, 'anna@example.it')
    await expect(page).toHaveURL(/\/required-location/)
    await page.goto('/settings/about')
    await expect(page.getByText(`Questo server è gestito da ${name}`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Termini e Condizioni' }).click()
    await expect(page.getByText(`te lo offre ${name} (querce@example.it), che in queste pagine`)).toBeVisible()
    await expect(page.locator('article img')).toHaveCount(0)
    await context.close()
  } finally {
    await server.stop()
  }
})
