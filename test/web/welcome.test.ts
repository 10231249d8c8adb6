import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, type View } from './browser.ts'
import { begin, fillWelcome } from './walk.ts'

const STORES =
  'Store;Bay;Commodity;Capacity (t);Colour\nLong Barn;Bay 1;Wheat;500;red\nLong Barn;Bay 2;Barley;much;\n'

// A program that begins, and makes its database.
describe.runIf(hasBrowser)('the three ways to begin', { timeout: 300_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  const opened = async (way: string, view: Partial<View> = {}) => {
    const { served, code, end } = await begin()
    const watched = await openPage(browser, served, view)
    await fillWelcome(watched, code)
    await watched.page.getByText(way, { exact: true }).click()
    await watched.expectSound()
    await watched.page.getByRole('button', { name: 'Make it' }).click()
    return { ...watched, served, end }
  }

  test('the sample farm is there to look around in', async () => {
    const { page, end, expectSound } = await opened('The sample farm')
    try {
      await page.getByRole('region', { name: 'Conflicts ahead' }).getByText('Hill 2').waitFor()
      await expectSound()
    } finally {
      await end()
    }
  })

  test('a file is tried first, what is wrong is shown by row and column, and the rest is entered', async () => {
    const { page, end, expectSound, screenshot } = await opened('A file', { isPhone: true, isDark: true })
    try {
      await page.waitForURL('**/import')
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save an empty table: Stores and bays, CSV' }).click()
      expect(await readFile(await (await saved).path(), 'utf8')).toContain('Store,Bay')
      await page.locator('.kind-link', { hasText: 'Stores and bays' }).click()
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'stores.csv', mimeType: 'text/csv', buffer: Buffer.from(STORES) })
      expect(await page.getByLabel('“Colour” is read as').inputValue()).toBe('')
      await page.getByRole('button', { name: 'Next: its rows' }).click()
      expect(await page.getByLabel('Capacity (t), row 3').inputValue()).toBe('much')
      await page.getByText('must be a number').waitFor()
      await screenshot('import tried')
      // The window grows with what is too wide for it; the screen does not.
      expect(await page.evaluate('document.documentElement.scrollWidth <= screen.width')).toBe(true)
      await expectSound()
      await page.getByRole('button', { name: 'Next: the sums' }).click()
      await page.getByRole('button', { name: 'Enter 1 row' }).click()
      await page.getByText('1 row is in the book.').waitFor()
      const wrong = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save the wrong rows' }).click()
      expect(await readFile(await (await wrong).path(), 'utf8')).toContain('much')
      await page.getByRole('link', { name: 'Stores', exact: true }).locator('visible=true').click()
      await page.getByText('Bay 1', { exact: true }).waitFor()
      await expectSound()
    } finally {
      await end()
    }
  })
})
