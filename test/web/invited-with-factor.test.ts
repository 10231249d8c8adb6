import { describe, expect, test } from 'vitest'
import { codeAt } from '../../src/system/factors/code-app-codes.ts'
import { hasBrowser, openPage } from './browser.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('an invitation of somebody with a second factor', () => {
  const used = useConsole()

  test.each([
    ['en', 'Your password so far', 'Accept', 'Your account has a second factor', 'Code', 'Go on', 'Back'],
    [
      'de',
      'Ihr bisheriges Passwort',
      'Annehmen',
      'Ihr Konto hat einen zweiten Faktor',
      'Code',
      'Weiter',
      'Zurück',
    ],
    [
      'fr',
      'Votre mot de passe actuel',
      'Accepter',
      'Votre compte a un second facteur',
      'Code',
      'Continuer',
      'Retour',
    ],
  ])('is accepted with it (%s)', async (language, password, accept, lead, code, goOn, back) => {
    const { served } = used
    const mill = await served.addOrganisation(`Valley Mill ${language}`, ['Mia', `Mill ${language}`])
    const secret = await codeAppOf(mill)
    const { token } = await served.ask('POST', '/api/identity/invitations', {
      email: mill.owner.email,
      role: 'viewer',
    })
    const watched = await openPage(used.browser, served, { isPhone: language !== 'fr' })
    const { page, context } = watched
    await context.addInitScript(`localStorage.setItem('granary.language', '${language}')`)
    await page.goto(`${served.url}/invitation#${token}`)
    const enterPassword = async () => {
      await page.getByLabel(password).fill(mill.owner.password)
      await page.getByRole('button', { name: accept, exact: true }).click()
      await page.getByText(lead, { exact: false }).waitFor()
    }
    await enterPassword()
    await watched.expectLooks(`invitation with a factor ${language}`, /status of 4\d\d/)
    await page.getByLabel(code, { exact: true }).fill('000000')
    await page.getByRole('button', { name: goOn, exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: back, exact: true }).click()
    await enterPassword()
    await page.getByLabel(code, { exact: true }).fill(codeAt(secret, new Date(Date.now() + 30_000)))
    await page.getByRole('button', { name: goOn, exact: true }).click()
    await page.locator('#content').waitFor()
    const { docs } = await served.ask('GET', '/api/identity/users?limit=200')
    const joined = docs.find(({ email }: { email: string }) => email === mill.owner.email)
    expect(joined).toMatchObject({ role: 'viewer' })
    // They act for the organisation that invited them.
    await page.goto(`${served.url}/settings/me`)
    await page
      .locator('#content')
      .getByText(/Hill Farm/)
      .first()
      .waitFor()
    // Who may not weigh is told before anything is typed.
    await page.goto(`${served.url}/weighbridge`)
    await page.getByText(/weighs nothing itself|wiegt nicht selbst|ne pèse pas/).waitFor()
  })

  async function codeAppOf({ ask }: Pick<typeof used.served, 'ask'>): Promise<string> {
    const { secret } = await ask('POST', '/api/identity/me/code-app')
    await ask('POST', '/api/identity/me/code-app/confirm', { code: codeAt(secret, new Date()) })
    return secret
  }
})
