import { expect } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { makeResetCode } from '../../src/system/access/password-resets.ts'
import { codeAt } from '../../src/system/factors/code-app-codes.ts'
import type { ServedConsole } from './service.ts'
import { comeIn, press, told, wordsOf, type Walk } from './walk-language.ts'

// Second factors and the rules for signing in, by the words of the page itself.

const factors = await wordsOf('screens/settings/factor-texts.ts', 'factorTexts')

const entrance = await wordsOf('ui/sign-in-messages.ts', 'signInMessages')
const singleSignOn = await wordsOf('screens/settings/single-sign-on-messages.ts', 'singleSignOnMessages')
const newPassword = await wordsOf('screens/new-password/messages.ts')

const PASSWORD = 'weiter gelber Mähdrescher'

/** Somebody of the sample farm whose account is theirs alone. */
async function colleague({ ask }: ServedConsole, name: string, mark: string) {
  const email = `${name.toLowerCase()}-${mark}@hillfarm.example`
  const { token } = await ask('POST', '/api/identity/invitations', { email, role: 'operator' })
  const body = { token, password: PASSWORD, givenName: name, familyName: `Feld ${mark}` }
  await ask('POST', '/api/identity/invitations/accept', body)
  return { email, password: PASSWORD }
}

/** By what the guide calls them. */
export const factorTasks: Record<string, Walk> = {
  async 'Set up a second factor'({ served, mark, another }) {
    const owner = await colleague(served, 'Ida', mark)
    const { page } = await comeIn(await another(), { url: served.url, owner })
    await page.goto('/settings/me')
    await press(page, factors('setUpCodeApp'))
    const secret = await page.locator('code.secret').innerText()
    await page.getByLabel(factors('code')).fill(codeAt(secret, new Date()))
    await press(page, factors('confirm'))
    const codes = (await page.locator('.shown-once code').innerText()).split('\n')
    expect(codes).toHaveLength(10)
    const { docs } = await served.ask('GET', '/api/identity/users?limit=200')
    const stored = docs.find(({ email }: { email: string }) => email === owner.email)
    expect(stored).toMatchObject({ hasSecondFactor: true })
  },
  async 'Require a second factor, and end sessions'({ page, served, mark, another }) {
    const tom = await colleague(served, 'Tom', mark)
    await comeIn(await another(), { url: served.url, owner: tom })
    await page.goto('/settings/people')
    const name = `Tom Feld ${mark}`
    await page
      .getByRole('listitem')
      .filter({ hasText: tom.email })
      .getByRole('button', { name: factors('showSessions'), exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: told(factors('sessionsOf'), { name }) })
    await dialog.getByRole('button', { name: factors('endAll'), exact: true }).click()
    await dialog.getByText(factors('noSessions')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const rules = '/api/identity/organisation/sign-in-rules'
    const before = await served.ask('GET', rules)
    const form = page.locator('form', { has: page.getByLabel(factors('required')) })
    await form.getByLabel(factors('required')).check()
    await form.getByRole('button', { name: factors('save'), exact: true }).click()
    await page.getByText(factors('saved'), { exact: true }).first().waitFor()
    expect(await served.ask('GET', rules)).toMatchObject({ secondFactor: 'required' })
    const { sessionDays, idleMinutes } = before
    await served.ask('PUT', rules, { secondFactor: 'optional', sessionDays, idleMinutes })
  },
  async 'Register the sign-in of our own'({ page, served, mark }) {
    await page.goto('/settings/sign-in')
    await page.getByLabel(singleSignOn('issuer')).fill('https://id.hillfarm.example')
    await page.getByLabel(singleSignOn('clientId')).fill(`granary-${mark}`)
    await page.getByLabel(singleSignOn('clientSecret')).fill('ein Geheimnis des Anmeldedienstes')
    await page.getByLabel(singleSignOn('defaultRole')).selectOption('viewer')
    await press(page, singleSignOn('save'))
    await page.getByText(singleSignOn('saved'), { exact: true }).waitFor()
    const domain = `hof-${mark}.example`
    await page.getByLabel(singleSignOn('domain'), { exact: true }).fill(domain)
    await press(page, singleSignOn('addDomain'))
    await page.getByText(`_granary.${domain}`, { exact: true }).waitFor()
    const stored = await served.ask('GET', '/api/identity/organisation/single-sign-on')
    expect(stored).toMatchObject({ clientId: `granary-${mark}`, hasClientSecret: true })
  },
  async 'Set a forgotten password'({ served, mark, another }) {
    const { email } = await colleague(served, 'Eva', mark)
    const page = await (await another()).newPage()
    await page.goto(`${served.url}/sign-in`)
    await page.getByRole('link', { name: entrance('forgotten') }).click()
    await page.getByLabel(newPassword('email')).fill(email)
    await press(page, newPassword('send'))
    const code = await inTransaction(served.db, (trx) => makeResetCode(trx, { email, now: new Date() }))
    await page.getByLabel(newPassword('code'), { exact: true }).fill(code)
    await page.getByLabel(newPassword('password')).fill('ein anderer langer Satz')
    await press(page, newPassword('set'))
    await page.getByRole('link', { name: newPassword('toSignIn') }).click()
    await page.getByLabel(entrance('email')).fill(email)
    await page.getByLabel(entrance('password')).fill('ein anderer langer Satz')
    await press(page, entrance('signIn'))
    await page.locator('#content').waitFor()
  },
}
