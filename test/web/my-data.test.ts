import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('my data, and the end of an organisation', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  test('my data are downloaded, and an erasure says before what it does', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served)
    await page.goto('/settings/me')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^granary-my-data-.*\.json$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ format: 'granary-person', parts: { length: 7 } })
    expect(text).toContain(served.owner.email)
    await page.getByRole('button', { name: 'Erase my account' }).click()
    const dialog = page.getByRole('dialog')
    // The last owner reads why not, and finds no button for it.
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('alert').textContent()).toContain('last owner')
    expect(await dialog.getByRole('button', { name: 'Erase for good' }).count()).toBe(0)
    await watched.expectSound()
  })

  test('an owner erases the account of somebody who has left, whose name is then nowhere', async () => {
    const email = 'left@hillfarm.example'
    const { token } = (await served.ask('POST', '/api/identity/invitations', { email, role: 'viewer' })) as {
      token: string
    }
    const colleague = { givenName: 'Lea', familyName: 'Left', password: 'another sentence nobody knows' }
    await served.ask('POST', '/api/identity/invitations/accept', { token, ...colleague })
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served)
    await page.goto('/settings/people')
    const row = page.locator('.person', { hasText: email })
    await row.getByRole('button', { name: 'Erase the account' }).click()
    const dialog = page.getByRole('dialog')
    const doIt = dialog.getByRole('button', { name: 'Erase for good' })
    await dialog.getByText('This stays under a pseudonym').waitFor()
    expect(await doIt.isDisabled()).toBe(true)
    await dialog.getByLabel('The e-mail address of the account').fill(email)
    await doIt.click()
    await row.waitFor({ state: 'detached' })
    const { docs } = (await served.ask('GET', '/api/identity/users')) as { docs: { email: string }[] }
    expect(docs.map((each) => each.email)).not.toContain(email)
    await watched.expectSound()
  })

  test('an owner exports all, has the organisation deleted by its name, sees the days left, and withdraws', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served)
    await page.goto('/settings/organisation')
    await page.getByRole('button', { name: 'Make an export' }).click()
    await page.getByText('It is being written').waitFor()
    await served.workOff()
    await page.getByText(/0\.1 MB, until/).waitFor({ timeout: 30_000 })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.granary$/)
    await page.getByRole('button', { name: /^Delete / }).click()
    const dialog = page.getByRole('dialog')
    const doIt = dialog.getByRole('button', { name: 'Have it deleted' })
    expect(await doIt.isDisabled()).toBe(true)
    const { organisation } = (await served.ask('GET', '/api/identity/me')) as {
      organisation: { name: string }
    }
    await dialog.getByLabel('Name').fill(organisation.name)
    await doIt.click()
    await page.getByText('Will be deleted in 30 days').waitFor()
    await page.goto('/')
    await page.getByRole('link', { name: /in 30 days/ }).click()
    await page.getByRole('button', { name: 'Withdraw the deletion' }).click()
    await page.getByRole('button', { name: /^Delete / }).waitFor()
    expect(await served.ask('GET', '/api/identity/organisation/deletion')).toMatchObject({ isAsked: false })
    await watched.expectSound()
  })

  test.each([
    ['phone', { width: 390, height: 844 }],
    ['1366 pixels', { width: 1366, height: 768 }],
  ])('in German on %s', async (name, size) => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await signIn(watched, served)
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.setViewportSize(size)
    await page.goto('/settings/me')
    const mine = page.getByRole('heading', { name: 'Meine Daten' })
    await mine.scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Mein Konto löschen' }).click()
    await page.getByText('Das bleibt unter einem Pseudonym').waitFor()
    await watched.screenshot(`my data ${name}`)
    await page.goto('/settings/organisation')
    await page.getByRole('heading', { name: 'Betrieb löschen' }).scrollIntoViewIfNeeded()
    await watched.screenshot(`leaving ${name}`)
    await watched.expectSound()
  })
})
