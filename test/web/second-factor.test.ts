import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { codeAt } from '../../src/system/factors/code-app-codes.ts'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { useConsole } from './use-console.ts'

/** A device of Chromium's own that has passkeys and is unlocked at once (the WebAuthn domain of its protocol). */
async function addDevice(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('WebAuthn.enable')
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe.runIf(hasBrowser)('a second factor', () => {
  const used = useConsole()
  /** Passkeys are for names, and not for addresses. */
  const byName = () => ({ ...used.served, url: used.served.url.replace('127.0.0.1', 'localhost') })
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const signOut = (page: Page) => page.locator('.side').getByRole('button', { name: 'Sign out' }).click()
  /** The session was begun long ago. */
  const age = () =>
    used.served.db
      .updateTable('sessions')
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .execute()

  test('a passkey is added, signs in alone, and is shown again before a key is made', async () => {
    const watched = await openPage(used.browser, byName(), {})
    const { page } = watched
    await addDevice(page)
    await signIn(watched, byName(), '/settings/me')
    await button(page, 'Add a passkey').click()
    await page.getByLabel('Name of the passkey').fill('Office PC')
    await button(page, 'Add a passkey').click()
    await page.getByText('These codes are shown once.', { exact: false }).waitFor()
    await page.getByText('Office PC').waitFor()

    await page.goto(new URL('/', page.url()).href)
    await signOut(page)
    await button(page, 'Use a passkey').click()
    await page.locator('#content').waitFor()

    await page.goto(`${byName().url}/settings/keys`)
    await age()
    await page.getByLabel('Name', { exact: true }).fill('Weighbridge PC')
    await page.getByLabel('Only from these networks').fill('192.0.2.0/24 2001:db8::/32')
    await button(page, 'Make the key').click()
    await button(page, 'Use a passkey').click()
    await page.getByText('This key is shown once.', { exact: false }).waitFor()
    await page.getByText('192.0.2.0/24, 2001:db8::/32', { exact: false }).waitFor()

    await page.goto(`${byName().url}/settings/me`)
    await button(page, 'Take away').click()
    await page.getByText('This passkey signs nobody in any more.', { exact: false }).waitFor()
    await button(page, 'Take away').click()
    await button(page, 'Add a passkey').waitFor()
    await page.getByText('Office PC').waitFor({ state: 'detached' })
    await watched.expectSound(/status of 4\d\d/)
  })

  test('a code app is set up by its secret; the code and a recovery code sign in', async () => {
    const watched = await used.open('/settings/me')
    const { page } = watched
    const { email, password } = used.served.owner
    await button(page, 'Set up a code app').waitFor()
    await watched.expectLooks('my second factor')
    await button(page, 'Set up a code app').click()
    const secret = await page.locator('code.secret').innerText()
    await page.getByLabel('Code of the app').fill(codeAt(secret, new Date()))
    await button(page, 'Set it up').click()
    const codes = (await page.locator('.shown-once code').innerText()).split('\n')
    expect(codes).toHaveLength(10)
    // Another page does not lose what nobody can read again.
    await page.getByRole('link', { name: 'Keys', exact: true }).first().click()
    await page.getByRole('link', { name: 'Me', exact: true }).first().click()
    await page.locator('.shown-once code', { hasText: codes[9] ?? '' }).waitFor()
    await button(page, 'I have kept them').click()

    await page.goto(new URL('/', page.url()).href)
    await signOut(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await button(page, 'Sign in').click()
    await page.getByLabel('Code').fill('000000')
    await button(page, 'Go on').click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await button(page, 'Go on').click()
    await page.locator('#content').waitFor()

    await page.goto(`${used.served.url}/settings/me`)
    await page.getByText('9 left.', { exact: false }).waitFor()
    await age()
    await button(page, 'Take away').click()
    await button(page, 'Take away').click()
    await page.getByLabel('Code').fill(codes[1] ?? '')
    await button(page, 'Go on').click()
    await button(page, 'Set up a code app').waitFor()
    await watched.expectSound(/status of 4\d\d/)
  })

  test('whoever has none shows the password again; an administrator requires one', async () => {
    const watched = await used.open('/settings/people')
    const { page } = watched
    await page.getByLabel('Days until a device signs in again').waitFor()
    await watched.expectLooks('rules of signing in')
    await age()
    await page.getByLabel('Days until a device signs in again').fill('90')
    await button(page, 'Save').click()
    await page.getByLabel('Password').fill('not the password')
    await button(page, 'Go on').click()
    await page.getByLabel('Password').and(page.locator('[aria-invalid]')).waitFor()
    await page.getByLabel('Password').fill(used.served.owner.password)
    await button(page, 'Go on').click()
    await page.getByText('Saved.').waitFor()
    expect(await used.served.ask('GET', '/api/identity/organisation/sign-in-rules')).toMatchObject({
      sessionDays: 90,
    })

    const rules = { secondFactor: 'required', sessionDays: 180, idleMinutes: 43_200 }
    await used.served.ask('PUT', '/api/identity/organisation/sign-in-rules', rules)
    await page.goto(`${used.served.url}/stores`)
    await page.getByText('Your organisation requires a second factor.', { exact: false }).waitFor()
    await used.served.ask('PUT', '/api/identity/organisation/sign-in-rules', {
      ...rules,
      secondFactor: 'optional',
    })
    await watched.expectSound(/status of 4\d\d/)
  })
})
