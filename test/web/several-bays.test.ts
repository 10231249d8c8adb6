import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('one lorry for several bays, and what is measured of its load', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await seedIntakes(served)
    await served.ask('POST', '/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage: ['Long 1', 'Long 2', 'Long 3', 'Long 4'].map((name) => ({ name })),
    })
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const open = async (view = {}): Promise<WatchedPage> => {
    const watched = await openPage(browser, served, view)
    watched.page.setDefaultTimeout(20_000)
    await signIn(watched, served, '/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    return watched
  }
  const loads = async (plate: string) => {
    const { docs } = await served.ask('GET', `/api/inventory/movements?limit=50&sortBy=id&sortDesc=true`)
    return docs
      .filter(
        (each: { driver: { vehicleRegistration: string } }) => each.driver.vehicleRegistration === plate,
      )
      .map(
        (each: { inventory: { commodity: { weight: { weight: number | null } } } }) =>
          each.inventory.commodity.weight.weight,
      )
      .toReversed()
  }
  const inBook = async (page: Page) =>
    await expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
  const scale = (page: Page, name: 'Full' | 'Empty') => page.locator('.scale').getByLabel(name)
  const pick = (page: Page, bay: string) =>
    page
      .locator('.bay-choice input')
      .and(page.getByLabel(new RegExp(bay)))
      .check({ force: true })

  /** All of a ticket but its bays and weights. */
  const fill = async (page: Page, plate: string, from = 'Mill Lane Farm') => {
    await page.getByLabel('Registration').fill(plate)
    await page.keyboard.press('Escape')
    await page.getByLabel('From', { exact: true }).fill(from)
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain').selectOption({ label: 'Wheat, winter, Group 1' })
  }

  test.each(views)(
    'tips into two bays with a share each, and is one lorry in the yard, %s',
    async (name, view) => {
      const watched = await open(view)
      const { page } = watched
      const plate = `TWO ${views.findIndex(([each]) => each === name)}`
      await fill(page, plate)
      await pick(page, 'Long 1')
      await page.getByRole('button', { name: 'Into several bays' }).click()
      await pick(page, 'Long 2')
      await page.getByLabel('Share, Long 1').fill('none')
      await scale(page, 'Full').fill('42660')
      await page.getByRole('button', { name: 'Save and send to tip' }).click()
      await page.getByText('A number above 0').waitFor()
      await watched.screenshot(`several bays ${name}`)
      await watched.expectSound()
      await page.getByLabel('Share, Long 1').fill('2')
      await page.getByRole('button', { name: 'Save and send to tip' }).click()
      await inBook(page)
      expect(await loads(plate)).toEqual([null, null])
      const row = page.locator('button.row', { hasText: plate })
      expect(await row.count()).toBe(1)
      expect(await row.textContent()).toContain('Long 1, Long 2')
      await row.click()
      await scale(page, 'Empty').fill('14200')
      const before = page.getByRole('region', { name: 'What the book will say' })
      await before.getByText('+18,973.334').waitFor()
      await before.getByText('+9,486.666').waitFor()
      await watched.screenshot(`several bays second ${name}`)
      await watched.expectSound()
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await inBook(page)
      await expect.poll(() => loads(plate)).toEqual([18_973.334, 9486.666])
    },
  )
})
