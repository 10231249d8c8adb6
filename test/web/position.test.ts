import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toGram } from './figures.ts'
import { hasBrowser, launchBrowser, openPage, signIn, type View } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

/** The sample farm has the last harvest that is all in. */
const now = new Date()
const year = now.getUTCMonth() >= 10 ? now.getUTCFullYear() : now.getUTCFullYear() - 1
const august = `${year}-08-14`
const september = `${year}-09-30`

describe.runIf(hasBrowser)('the position on a date', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const opened = async (search = '', view: Partial<View> = {}) => {
    const watched = await openPage(browser, served, view)
    await signIn(watched, served, `/position${search}`)
    return watched
  }
  const kilogramsOn = async (day: string) => {
    const { totals } = await served.ask('GET', `/api/inventory/position?at=${day}T22:59:59.999Z`)
    return Math.round((totals.owned + totals.stored) * 1000) / 1000
  }

  test('by grain, and beside another date', async () => {
    const watched = await opened()
    const { page } = watched
    await page.getByRole('rowheader', { name: 'Wheat' }).waitFor()
    await watched.expectLooks('position')
    await page.getByLabel('Compared with').fill(august)
    await page.getByRole('columnheader', { name: 'Difference, t' }).waitFor()
    await page.getByRole('rowheader', { name: 'Oilseed rape' }).waitFor()
    await watched.expectLooks('position compared')
  })

  test('what was written since is shown once the page is loaded anew, however fresh what it had was', async () => {
    const { page } = await opened()
    const total = page.locator('tfoot td').filter({ hasText: /\d/ }).first()
    await total.waitFor()
    // What was read is stored on the device half a second later.
    await page.waitForTimeout(1500)
    const storage = await served.ask('POST', '/api/inventory/storage', {
      name: 'Late barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Late bay' }],
    })
    const before = await page.getByRole('rowheader', { name: 'Rye' }).count()
    const { substorage } = await served.ask('GET', `/api/inventory/storage/${storage.id}`)
    await served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: String(year),
      owned: true,
      commodity: { id: 4, type: 401, grade: null, variety: 'Serafino' },
      storage: [{ storageId: storage.id, substorageId: substorage[0].id, weight: 1000 }],
      source: { type: 'existing', importDateUTC: september },
    })
    await page.reload()
    await page.getByRole('rowheader', { name: 'Rye' }).waitFor({ timeout: 8000 })
    expect(before).toBe(0)
  })

  test('the sums are those of the service, to the gram, and the address holds all of it', async () => {
    const { page, expectSound } = await opened(`?at=${september}&with=${august}&group=store`)
    await page.getByRole('rowheader', { name: 'Hill Store' }).waitFor()
    const [at, before] = [await kilogramsOn(september), await kilogramsOn(august)]
    const figures = (await page.locator('tfoot td').allTextContents()).map((text) =>
      // Tonnes to the gram.
      toGram(Number(text.replaceAll(',', '').replace('−', '-').replace('+', '')) * 1000),
    )
    expect(figures.slice(2)).toEqual([at, before, Math.round((at - before) * 1000) / 1000])
    await page.getByText('Owner', { exact: true }).click()
    await page.waitForURL(`**/position?at=${september}&with=${august}&group=owner`)
    await page.getByRole('rowheader', { name: 'Brook End Farm' }).waitFor()
    await page.reload()
    await page.getByRole('rowheader', { name: 'Brook End Farm' }).waitFor()
    await expectSound()
  })

  test('what is seen is what is saved, and by keyboard alone', async () => {
    const { page, expectSound } = await opened(`?at=${august}`)
    await page.getByRole('rowheader', { name: 'Wheat' }).waitFor()
    await page.getByRole('button', { name: 'Save as CSV' }).focus()
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe(`position-${august}.csv`)
    const text = await readFile(await download.path(), 'utf8')
    const { lines } = await served.ask('GET', `/api/inventory/position?at=${august}T22:59:59.999Z`)
    expect(text.trim().split('\n').length - 1).toBe(lines.length)
    await expectSound()
  })

  test('on paper there is the table alone, with whose it is', async () => {
    const { page, screenshot, expectSound } = await opened('', { isDark: true })
    await page.getByRole('rowheader', { name: 'Wheat' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    expect(await page.locator('.side').isVisible()).toBe(false)
    expect(await page.getByText('Hill Farm · as of').isVisible()).toBe(true)
    await screenshot('position printed')
    await page.emulateMedia({ media: 'screen' })
    await expectSound()
  })

  test('in German and French; where nothing lay, it says so', async () => {
    const { page, expectSound } = await opened()
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByRole('columnheader', { name: 'Zusammen, t' }).waitFor()
    await expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByRole('columnheader', { name: 'Ensemble, t' }).waitFor()
    await page.goto('/position?at=2001-01-01')
    await page.getByRole('heading', { name: 'Rien nulle part à cette date' }).waitFor()
    await expectSound()
  })

  test('without a network it says from when it is; what is refused is said', async () => {
    const watched = await opened('', { isPhone: true })
    const { page, context } = watched
    await page.getByRole('rowheader', { name: 'Wheat' }).waitFor()
    await context.setOffline(true)
    await page.getByText('No connection. The figures are from').waitFor()
    expect(await page.getByRole('button', { name: 'Save as CSV' }).isDisabled()).toBe(true)
    await watched.screenshot('position offline')
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(false)
    const body = {
      status: 'error',
      code: 'forbidden',
      message: 'Your role may not read stock.',
      stack: '',
      body: {},
      validation: [],
    }
    await page.route('**/api/inventory/position?**', (route) => route.fulfill({ status: 403, json: body }))
    await page.goto(`/position?at=${august}`)
    await page.getByText('Your role may not read stock.').waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED|status of 403/)
  })
})
