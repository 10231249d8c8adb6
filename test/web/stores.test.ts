import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

/** The sample farm has the last harvest that is all in. */
const now = new Date()
const august = `${now.getUTCMonth() >= 10 ? now.getUTCFullYear() : now.getUTCFullYear() - 1}-08-14`

describe.runIf(hasBrowser)('stores', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const opened = async (view = {}, at = '/stores') => {
    const watched = await openPage(browser, served, view)
    await signIn(watched, served, at)
    return watched
  }

  test('bays as pictures and as a table', async () => {
    const watched = await opened()
    const { page } = watched
    await page.getByRole('heading', { name: 'Hill Store' }).waitFor()
    const hill2 = page.getByRole('article').filter({ hasText: 'Hill 2' })
    expect(await hill2.textContent()).toContain('Short by plan on')
    await page.getByText('bay in conflict').waitFor()
    await watched.expectLooks('stores')
    await page.getByText('Table', { exact: true }).click()
    await page.waitForURL('**/stores?view=table')
    await page.getByRole('region', { name: 'Stores' }).getByText('Home 3').waitFor()
    await watched.expectLooks('stores as a table')
  })

  test('what lay there at the close of a day is what the service says of it', async () => {
    const watched = await opened({}, `/stores?at=${august}`)
    const { page } = watched
    await page.getByText('Stock at the close of').waitFor()
    const closed = await served.ask('GET', `/api/inventory/position?at=${august}T22:59:59.999Z`)
    const tonnes = (closed.totals.owned / 1000).toFixed(1)
    await expect.poll(() => page.locator('.figure').first().textContent()).toContain(tonnes)
    // The plan is from now on: of an earlier day no conflict is known.
    expect(await page.locator('.badge.bad').count()).toBe(0)
    await watched.screenshot('stores in August')
    await watched.expectSound()
  })

  test('by keyboard alone: a week, a day, now, the view', async () => {
    const watched = await opened()
    const { page } = watched
    await page.getByRole('heading', { name: 'Hill Store' }).waitFor()
    const { organisation } = await served.ask('GET', '/api/identity/me')
    const on = (days: number) => {
      const noon = new Date(
        `${new Date().toLocaleDateString('en-CA', { timeZone: organisation.timeZone })}T12:00:00Z`,
      )
      return new Date(noon.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    }
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(`**/stores?at=${on(-7)}`)
    await page.keyboard.press('Shift+ArrowRight')
    await page.waitForURL(`**/stores?at=${on(-6)}`)
    await page.keyboard.press('t')
    await page.waitForURL('**/stores')
    await page.keyboard.press('v')
    await page.waitForURL('**/stores?view=table')
    await page.getByLabel('Date', { exact: true }).last().fill(on(20))
    await page.getByText('Planned').waitFor()
    await watched.expectSound()
  })

  test('in German and French', async () => {
    const watched = await opened()
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByText('Nach Plan zu wenig').waitFor()
    await watched.screenshot('stores in German')
    await watched.expectSound()
    await page.locator('.side').getByLabel('Sprache').selectOption('fr')
    await page.getByText('Le stock tel qu’il est maintenant').waitFor()
    await watched.expectSound()
  })

  test('without a network the figures of before stay, and a line says from when they are', async () => {
    const watched = await opened({ isPhone: true })
    const { page, context } = watched
    await page.getByRole('heading', { name: 'Hill Store' }).waitFor()
    await context.setOffline(true)
    await page.getByText('No connection. The figures are from').waitFor()
    await watched.screenshot('stores offline')
    await page.getByRole('heading', { name: 'Hill Store' }).waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })
})

describe.runIf(hasBrowser)('stores of somebody who begins', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole({ demo: false })])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  test('what stands there is how to begin; a store is made, and what is refused is said', async () => {
    const watched = await openPage(browser, served, { isPhone: true })
    await signIn(watched, served, '/stores')
    const { page } = watched
    await page.getByRole('heading', { name: 'There is no store yet' }).waitFor()
    await page.getByRole('link', { name: 'Import a file' }).waitFor()
    await watched.screenshot('no stores')
    await watched.expectSound()
    await page.getByRole('button', { name: 'Add a store' }).click()
    await page.getByLabel('Name of the store').fill('Long Barn')
    await page.getByLabel('Bays').fill('East\nEast')
    await page.getByLabel('Each bay takes').fill('400')
    await page.getByText('400.00 t').waitFor()
    await page.getByLabel('Of which grain').selectOption({ label: 'Wheat' })
    await page.getByRole('button', { name: 'Add the store with 2 bays' }).click()
    await page.getByText('is already the name of a bay').waitFor()
    await watched.screenshot('a store that is refused')
    await watched.expectSound(/status of 4\d\d/)
    // What was typed is still there after a reload.
    await page.reload()
    await page.getByRole('button', { name: 'Add a store' }).click()
    expect(await page.getByLabel('Name of the store').inputValue()).toBe('Long Barn')
    await page.getByLabel('Bays').fill('East\nWest')
    await page.getByRole('button', { name: 'Add the store with 2 bays' }).click()
    await page.waitForURL('**/stores/*')
    const { docs } = await served.ask('GET', '/api/inventory/storage?type=store')
    expect(docs).toMatchObject([
      {
        name: 'Long Barn',
        substorage: [
          { name: 'East', capacity: [{ commodityId: 1, weight: { weight: 400_000 } }] },
          { name: 'West', capacity: [{ commodityId: 1, weight: { weight: 400_000 } }] },
        ],
      },
    ])
    await watched.expectSound(/status of 4\d\d/)
  })
})
