import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { inTransaction } from '../../src/db/transaction.ts'
import { makeResetCode } from '../../src/system/access/password-resets.ts'
import { codeAt } from '../../src/system/factors/code-app-codes.ts'
import { domainToken } from '../../src/system/single-sign-on/domains.ts'
import { openProvider, type ProviderAccount, type TestProvider } from '../oidc.ts'
import { openTestSecrets } from '../secrets.ts'
import { hasBrowser, launchBrowser, openPage, signIn, views, type View, type WatchedPage } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

const SETTINGS = '/api/identity/organisation/single-sign-on'
const tom: ProviderAccount = {
  email: 'tom@hill.example',
  email_verified: true,
  given_name: 'Tom',
  family_name: 'Field',
  groups: ['weighers'],
}

/** What the browser says of refusals, and of the way to the provider and back. */
const expected = /status of 4\d\d|asked somebody else: http:\/\/127\.0\.0\.1:\d+\/(auth|interaction)/

describe.runIf(hasBrowser)('sign-in by the provider of an organisation', () => {
  let browser: Browser
  let served: ServedConsole
  let provider: TestProvider
  const records = new Map<string, string[]>()
  beforeAll(async () => {
    browser = await launchBrowser()
    served = await serveConsole({ demo: false, resolveTxt: async (name) => records.get(name) ?? [] })
    const { organisation } = await served.ask('GET', '/api/identity/me')
    provider = await openProvider([`${served.url}/sign-in/return/${organisation.id}`])
    provider.become('s-tom', tom)
  })
  afterAll(async () => {
    provider.close()
    await browser.close()
    await served.close()
  })

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

  /** A page in German, as somebody new opens it. */
  async function german(view: Partial<View> = {}): Promise<WatchedPage> {
    const watched = await openPage(browser, served, view)
    await watched.context.addInitScript(`localStorage.setItem('granary.language', 'de')`)
    return watched
  }

  /** Goes to a page, and from the sign-in that stands before it to the provider. */
  async function goByProvider({ page }: WatchedPage, to = '/stores', email = 'tom@hill.example') {
    await page.goto(served.url + to)
    await page.waitForURL('**/sign-in?to=*')
    await page.getByLabel('E-Mail').fill(email)
    await button(page, 'Anmeldung meines Betriebs benutzen').click()
  }

  const isRefused = async ({ page }: WatchedPage, said: string) => {
    await page.waitForURL('**/sign-in/return/*')
    await page.getByRole('alert').getByText(said, { exact: false }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  }

  test('an administrator registers the provider and proves a domain, and reads what is missing meanwhile', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served, '/settings/sign-in')
    await page.getByText('Register the provider below.').waitFor()
    const { redirectUri } = await served.ask('GET', SETTINGS)
    await page.getByText(redirectUri, { exact: true }).waitFor()
    await page.getByLabel('Issuer').fill(`${provider.issuer}?tenant=1`)
    await page.getByLabel('Client id').fill('granary')
    await page.getByLabel('Client secret').fill('a secret of the provider')
    await page.getByLabel('Claim of the role').fill('groups')
    await button(page, 'Add a value').click()
    await page.getByLabel('Value', { exact: true }).fill('weighers')
    await button(page, 'Save').click()
    await page.getByLabel('Issuer').and(page.locator('[aria-invalid]')).waitFor()
    await page.getByLabel('Issuer').fill(provider.issuer)
    await button(page, 'Save').click()
    await page.getByText('Saved.').waitFor()
    await page.getByText('One is stored, and never shown.', { exact: false }).waitFor()
    expect(await page.getByLabel('Client secret').inputValue()).toBe('')
    await page.getByText('Prove a domain of your people’s addresses', { exact: false }).waitFor()

    await page.getByLabel('Domain', { exact: true }).fill('hill.example')
    await button(page, 'Add the domain').click()
    await page.getByText('not proved yet').waitFor()
    await button(page, 'Look for the record').click()
    await page.getByRole('alert').getByText('does not have this text yet', { exact: false }).waitFor()
    await watched.expectLooks('own sign-in, a domain to prove', expected)
    const { domains } = await served.ask('GET', SETTINGS)
    records.set(domains[0].recordName, [domains[0].recordValue])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: Text of the TXT record' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(domains[0].recordValue)
    await button(page, 'Look for the record').click()
    await page.getByText('It works: your provider signs in whoever has an address of hill.example.').waitFor()
    await watched.expectSound(expected)
  })

  test('it is asked again who they are before the settings are changed', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served, '/settings/sign-in')
    await page.getByLabel('Values of a second factor').fill('mfa otp')
    await served.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .execute()
    await button(page, 'Save').click()
    await page.getByRole('dialog').getByLabel('Password').fill(served.owner.password)
    await button(page, 'Go on').click()
    await page.getByText('Saved.').waitFor()
    expect(await served.ask('GET', SETTINGS)).toMatchObject({
      factorValues: ['mfa', 'otp'],
      hasClientSecret: true,
    })
    await watched.expectSound(expected)
  })

  test.each(views)(
    'somebody signs in by it, and lands on the page that they wanted, %s',
    async (name, view) => {
      provider.become('s-tom', tom)
      const watched = await german(view)
      const { page } = watched
      await page.goto(`${served.url}/stores?view=table`)
      await page.waitForURL('**/sign-in?to=*')
      await button(page, 'Anmeldung meines Betriebs benutzen').click()
      await page.getByText('Geben Sie zuerst Ihre Adresse ein', { exact: false }).waitFor()
      await watched.screenshot(`sign-in by a provider ${name}`)
      await watched.expectSound(expected)
      await page.getByLabel('E-Mail').fill('tom@hill.example')
      await button(page, 'Anmeldung meines Betriebs benutzen').click()
      await page.waitForURL('**/stores?view=table')
      await page.locator('#content').waitFor()
      const { docs } = await served.ask('GET', '/api/identity/users')
      expect(docs).toContainEqual(
        expect.objectContaining({ email: 'tom@hill.example', givenName: 'Tom', role: 'operator' }),
      )
      await watched.expectSound(expected)
    },
  )

  test.each(views)(
    'what is half typed stays while they sign in again by it in a window beside, %s',
    async (_name, view) => {
      provider.become('s-tom', tom)
      const watched = await german(view)
      const { page, context } = watched
      await goByProvider(watched, '/settings/me')
      const name = page.getByLabel('Vorname')
      await name.fill('Thomas')
      await served.db.updateTable('sessions').set({ revoked_at: new Date() }).execute()
      await button(page, 'Speichern').first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-Mail').fill('tom@hill.example')
      const beside = context.waitForEvent('page')
      await button(page, 'Anmeldung meines Betriebs benutzen').click()
      const closed = (await beside).waitForEvent('close')
      await dialog.waitFor({ state: 'detached' })
      await closed
      expect(await name.inputValue()).toBe('Thomas')
      await button(page, 'Speichern').first().click()
      await page.getByRole('status').getByText('Gespeichert.', { exact: true }).waitFor()
      const { docs } = await served.ask('GET', '/api/identity/users')
      expect(docs).toContainEqual(expect.objectContaining({ email: 'tom@hill.example', givenName: 'Thomas' }))
    },
  )

  test('what takes a factor again is gone on with after a sign-in at the provider, and not by one that it had before', async () => {
    const becomeAt = (minutesAgo: number) =>
      provider.become('s-tom', tom, (claims) => ({
        claims: { ...claims, auth_time: Math.floor(Date.now() / 1000) - minutesAgo * 60 },
      }))
    becomeAt(30)
    const watched = await german({ isPhone: true })
    const { page, context } = watched
    await goByProvider(watched, '/settings/me')
    await button(page, 'Code-App einrichten').click()
    await watched.expectLooks('asked again by a provider', expected)
    const openBeside = async () => {
      const beside = context.waitForEvent('page')
      await button(page, 'Anmeldung meines Betriebs benutzen').click()
      return beside
    }
    const refused = await openBeside()
    await refused.getByRole('alert').getByText('nicht noch einmal gefragt', { exact: false }).waitFor()
    await refused.close()
    expect(await page.locator('code.secret').count()).toBe(0)
    becomeAt(0)
    await openBeside()
    await page.locator('code.secret').waitFor()
  })

  test('an address of no such organisation is told so, and stays', async () => {
    const watched = await german()
    await goByProvider(watched, '/stores', 'tom@elsewhere.example')
    await watched.page.getByRole('alert').getByText('eigener Anmeldung', { exact: false }).waitFor()
    expect(await watched.page.getByLabel('E-Mail').inputValue()).toBe('tom@elsewhere.example')
    await watched.expectSound(expected)
  })

  test('whoever is refused reads why, and goes back to the sign-in with the page that they wanted', async () => {
    const watched = await german()
    const { page } = watched
    provider.become('s-new', { ...tom, email: 'new@hill.example', groups: ['drivers'] })
    await goByProvider(watched)
    await isRefused(watched, 'gibt Ihnen in diesem Betrieb keine Rolle')
    await watched.expectLooks('sign-in refused', expected)
    await page.setViewportSize({ width: 1366, height: 768 })
    await watched.screenshot('sign-in refused at 1366')
    await page.getByRole('link', { name: 'Noch einmal anmelden' }).click()
    await page.waitForURL(/\/sign-in\?to=%2Fstores/)

    provider.refuse()
    await goByProvider(await german())
    const denied = await german()
    await goByProvider(denied)
    await isRefused(denied, 'hat Sie hier nicht hereingelassen')
    await denied.expectSound(expected)
  })

  test('a way back counts once, and in the tab that began it alone', async () => {
    provider.become('s-tom', tom)
    const watched = await german()
    const { page } = watched
    const back = page.waitForRequest((request) => request.url().includes('/sign-in/return/'))
    await goByProvider(watched)
    const returned = (await back).url()
    await page.waitForURL('**/stores')
    await page.locator('#content').waitFor()
    await page.goto(returned)
    await isRefused(watched, 'schon verwendet')
    await page.getByRole('link', { name: 'Zur ersten Seite' }).click()
    await page.locator('#content').waitFor()
    const other = await german()
    await other.page.goto(returned)
    await isRefused(other, 'schon verwendet')
    await other.page.getByRole('link', { name: 'Noch einmal anmelden' }).waitFor()
    await other.expectSound(expected)
  })

  test('a second factor of ours is asked for behind it', async () => {
    provider.become('s-tom', tom)
    const first = await german()
    await goByProvider(first, '/settings/me')
    const setUp = button(first.page, 'Code-App einrichten')
    await setUp.click()
    const secret = await first.page.locator('code.secret').innerText()
    await first.page.getByLabel('Code der App').fill(codeAt(secret, new Date()))
    await button(first.page, 'Einrichten').click()
    await first.page.locator('.shown-once code').waitFor()

    const watched = await german({ isPhone: true })
    const { page } = watched
    await goByProvider(watched)
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await button(page, 'Weiter').click()
    await page.getByRole('alert').waitFor()
    await watched.expectLooks('second factor behind a provider', expected)
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, new Date(Date.now() + 30_000)))
    await button(page, 'Weiter').click()
    await page.waitForURL('**/stores')
    await page.locator('#content').waitFor()
    await watched.expectSound(expected)
  })

  test('enforced, a password is told to go there; the one who is named keeps it', async () => {
    const password = 'wide yellow combine'
    const email = 'max@hill.example'
    const { token } = await served.ask('POST', '/api/identity/invitations', { email, role: 'viewer' })
    await served.ask('POST', '/api/identity/invitations/accept', {
      token,
      password,
      givenName: 'Max',
      familyName: 'Acker',
    })
    const admin = await openPage(browser, served)
    await signIn(admin, served, '/settings/sign-in')
    await admin.page.getByLabel('sign in by the provider alone', { exact: false }).check()
    await button(admin.page, 'Save').click()
    await admin.page
      .getByLabel('Administrator of the house')
      .and(admin.page.locator('[aria-invalid]'))
      .waitFor()
    await admin.page.getByLabel('Administrator of the house').selectOption({ label: 'Ann Hill' })
    await button(admin.page, 'Save').click()
    await admin.page
      .getByText('It works: whoever has an address of hill.example signs in', { exact: false })
      .waitFor()
    await admin.expectLooks('own sign-in, enforced', expected)

    provider.become('s-max', { email, email_verified: true })
    const watched = await german()
    const { page } = watched
    await page.goto(`${served.url}/stores`)
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill(password)
    await button(page, 'Anmelden').click()
    await page.getByRole('alert').getByText('über den eigenen Anmeldedienst', { exact: false }).waitFor()
    await watched.expectLooks('sign-in told to go to the provider', expected)
    await page.locator('.button.primary', { hasText: 'Anmeldung meines Betriebs benutzen' }).click()
    await page.waitForURL('**/stores')
    await page.locator('#content').waitFor()
  })

  test('the link of a mail proves a domain, once', async () => {
    const admin = await openPage(browser, served)
    await signIn(admin, served, '/settings/sign-in')
    await admin.page.getByLabel('Domain', { exact: true }).fill('vale.example')
    await button(admin.page, 'Add the domain').click()
    await button(admin.page, 'Mail to postmaster@vale.example').click()
    await admin.page.getByText('This installation sends no mail', { exact: false }).waitFor()
    const row = await served.db
      .selectFrom('sign_in_domains')
      .select(['id', 'mail_expires_at'])
      .where('domain', '=', 'vale.example')
      .executeTakeFirstOrThrow()
    const { vault } = await openTestSecrets(served)
    const token = domainToken(vault, { id: row.id, expiresAt: row.mail_expires_at ?? new Date(0) })
    const watched = await german()
    const { page } = watched
    await page.goto(`${served.url}/sign-in/domain#${token}`)
    await button(page, 'Domain nachweisen').waitFor()
    await watched.expectLooks('proof of a domain')
    await button(page, 'Domain nachweisen').click()
    await page.getByText('vale.example ist nachgewiesen.').waitFor()
    await page.reload()
    await button(page, 'Domain nachweisen').click()
    await page.getByRole('alert').getByText('schon verwendet', { exact: false }).waitFor()
    await watched.expectSound(expected)
  })

  test('whoever has forgotten a password sets another one', async () => {
    const email = served.owner.email
    const watched = await german()
    const { page } = watched
    await page.goto(`${served.url}/sign-in`)
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
    await page.getByLabel('E-Mail').fill(email)
    await watched.expectLooks('password forgotten')
    await button(page, 'Code senden').click()
    await page.getByText('Diese Installation sendet selbst keine E-Mail.', { exact: false }).waitFor()
    const code = await inTransaction(served.db, (trx) => makeResetCode(trx, { email, now: new Date() }))
    await page.getByLabel('Code aus der E-Mail').fill(code)
    await page.getByLabel('Das neue Passwort').fill('kurz')
    await button(page, 'Passwort setzen').click()
    await page.getByLabel('Das neue Passwort').and(page.locator('[aria-invalid]')).waitFor()
    await watched.expectLooks('password to be set', expected)
    await page.getByLabel('Das neue Passwort').fill('ein anderer langer Satz')
    await button(page, 'Passwort setzen').click()
    await page.getByText('Das Passwort ist geändert.', { exact: false }).waitFor()
    const open = await served.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select('s.id')
      .where('u.email', '=', email)
      .where('s.revoked_at', 'is', null)
      .execute()
    expect(open).toEqual([])
    await page.getByRole('link', { name: 'Anmelden' }).click()
    await page.getByLabel('E-Mail').fill(email)
    await page.getByLabel('Passwort').fill('ein anderer langer Satz')
    await button(page, 'Anmelden').click()
    await page.locator('#content').waitFor()
    await watched.expectSound(expected)
  })
})
