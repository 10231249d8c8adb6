import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, type View } from './browser.ts'
import {
  addStore,
  allInBook,
  begin,
  lateTicket,
  lorryIn,
  lorryOut,
  toWeighbridge,
  waterfall,
  welcome,
  type Lorry,
} from './walk.ts'

// The whole of a first day, with the program as an operator starts it and an empty folder for its data.

/** Every view is walked with BROWSER_TESTS=all; one with all other tests. */
const VIEWS: [string, Partial<View>][] = [
  ['on a desktop', {}],
  ['on a phone, dark', { isPhone: true, isDark: true }],
]
const walked = process.env['BROWSER_TESTS'] === 'all' ? VIEWS : VIEWS.slice(0, 1)
const DAY_MS = 86_400_000

const IN: Lorry[] = [
  { plate: 'AB12 CDE', party: 'Brook Farm', full: 42_660, empty: 14_200 },
  { plate: 'CD34 EFG', party: 'Mill Lane Farm', full: 41_020, empty: 13_980 },
  { plate: 'EF56 GHJ', party: 'Brook Farm', full: 40_500, empty: 14_100 },
]
const OUT: Lorry = { plate: 'OU73 MIL', party: 'Valley Mill', full: 43_900, empty: 14_900 }
const LATE: Lorry = { plate: 'LA73 TEN', party: 'Brook Farm', full: 40_260.5, empty: 14_240 }
const COUNTED = 52_640.25
const netOf = ({ full, empty }: Lorry) => full - empty
const sum = (lorries: Lorry[]) => lorries.reduce((kg, each) => kg + netOf(each), 0)

// A program that begins, and makes its database.
describe.runIf(hasBrowser)('the first day', { timeout: 300_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test.each(walked)('from the code in the terminal to every kilogram explained, %s', async (name, view) => {
    const { served, code, end } = await begin()
    try {
      const watched = await openPage(browser, served, { ...view, hasWorker: true })
      const { page, context } = watched
      await welcome(watched, code)
      await addStore(watched)
      await toWeighbridge(page)
      const [first, second, third] = IN as [Lorry, Lorry, Lorry]
      await lorryIn(page, first, 'Bay 1')
      await allInBook(page)
      await context.setOffline(true)
      await lorryIn(page, second, 'Bay 1')
      await page.getByText('1 entry waits for the connection').locator('visible=true').first().waitFor()
      await context.setOffline(false)
      await lorryIn(page, third, 'Bay 1')
      await allInBook(page)
      await lorryOut(page, OUT, 'Bay 1')
      await allInBook(page)

      await page.getByRole('link', { name: 'Stores', exact: true }).locator('visible=true').first().click()
      await page.getByText('Bay 1', { exact: true }).click()
      await page.getByRole('button', { name: 'Count' }).click()
      await page.getByLabel('Counted, t').fill(String(COUNTED / 1000))
      await page.getByRole('button', { name: /^Save the count: 0.25975 t lost/ }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })

      await toWeighbridge(page)
      await page.getByText('In', { exact: true }).click()
      await lateTicket(page, LATE, 'Bay 1', new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
      await allInBook(page)
      await page.getByRole('link', { name: 'Stores', exact: true }).locator('visible=true').first().click()
      await page.getByText('Bay 1', { exact: true }).click()
      await page.getByRole('link', { name: 'Explain every kilogram' }).click()
      await page.getByRole('heading', { name: 'Every kilogram' }).waitFor()
      await watched.screenshot(`walk ${name}`)
      const cameIn = sum([...IN, LATE])
      const lost = cameIn - netOf(OUT) - COUNTED
      // What the device had is shown until the book has answered.
      await expect
        .poll(() => waterfall(page))
        .toEqual({
          'Came in': cameIn,
          Lost: -lost,
          Sold: -netOf(OUT),
          'Here now': COUNTED,
        })
      await page.getByText('LA73 TEN').waitFor()
      await page
        .getByText(/entered on .* by/)
        .first()
        .waitFor()
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    } finally {
      await end()
    }
  })
})
