import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('coming in', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  test.each(views)('%s', async (name, view) => {
    const watched = await openPage(browser, served, view)
    const { page } = watched
    await page.goto('/weighbridge')
    await page.waitForURL('**/sign-in?to=*')
    await page.getByLabel('Email').fill(served.owner.email)
    await page.getByLabel('Password').fill('something else entirely')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('do not go together')
    await watched.screenshot(`sign-in ${name}`)
    await watched.expectSound(/status of 401/)
    await page.getByLabel('Password').fill(served.owner.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/weighbridge')
    await page.reload()
    await page.locator('#content').waitFor()
    await watched.screenshot(`frame ${name}`)
    await watched.expectSound(/status of 401/)
  })

  test('help covers nothing before anybody is in, and at 768 pixels what is always needed is in sight', async () => {
    const watched = await openPage(browser, served, { isPhone: true, isDark: false })
    await watched.page.goto('/welcome')
    const help = await watched.page.getByRole('button', { name: 'Help' }).boundingBox()
    const title = await watched.page.getByRole('heading', { level: 1 }).boundingBox()
    expect((help?.y ?? 0) + (help?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
    const low = await openPage(browser, served)
    await low.page.setViewportSize({ width: 1366, height: 768 })
    await signIn(low, served)
    const side = low.page.locator('.side')
    for (const each of [
      side.getByRole('link', { name: 'Settings' }),
      side.getByRole('button', { name: 'Help' }),
      side.locator('.connection.badge'),
      side.getByRole('button', { name: 'Sign out' }),
      side.getByRole('link', { name: 'Import' }),
    ]) {
      const box = await each.boundingBox()
      expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThanOrEqual(768)
    }
    // With the bars of a browser around it, no screen of the rail has to be scrolled to.
    await low.page.setViewportSize({ width: 1366, height: 650 })
    await low.screenshot('frame of a laptop')
    const hidden = await side
      .locator('.rail')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(hidden).toBe(0)
    await low.expectSound()
  })

  test('an address that is no screen is a real 404 with the page around it', async () => {
    const watched = await openPage(browser, served)
    await signIn(watched, served)
    // The service worker answers the browser from what is kept; the service itself says what is there.
    const accept = { headers: { accept: 'text/html' } }
    const answers = ['/weighbridge', '/no/such/place'].map((at) => fetch(served.url + at, accept))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 404])
    await watched.page.goto('/no/such/place')
    await watched.page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await watched.expectSound(/status of 404/)
  })

  test('in German and French, after a choice that stays', async () => {
    const watched = await openPage(browser, served)
    await signIn(watched, served)
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByRole('link', { name: 'Waage' }).waitFor()
    await page.reload()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByRole('link', { name: 'Pont-bascule' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await watched.expectSound()
  })
})
