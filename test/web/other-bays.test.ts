import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Movement } from '../../web/src/api/operations.ts'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { isBought } from './walk.ts'

describe.runIf(hasBrowser)(
  'a lorry in the yard that was tipped into more or fewer bays than was said',
  () => {
    let browser: Browser
    let served: ServedConsole
    beforeAll(async () => {
      ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
      await seedIntakes(served)
      await served.ask('POST', '/api/inventory/storage', {
        name: 'Long Barn',
        type: 'store',
        location: null,
        substorage: [1, 2, 3, 4].map((n) => ({ name: `Long ${n}` })),
      })
    })
    afterAll(async () => {
      await browser.close()
      await served.close()
    })

    const open = async (view = {}): Promise<WatchedPage> => {
      const watched = await openPage(browser, served, view)
      await signIn(watched, served, '/weighbridge')
      await watched.page.locator('.chip').first().waitFor()
      return watched
    }
    const loads = async (plate: string) => {
      const { docs } = await served.ask('GET', `/api/inventory/movements?limit=50&sortBy=id&sortDesc=true`)
      return docs
        .filter(({ driver }: Movement) => driver.vehicleRegistration === plate)
        .map(({ inventory: { commodity, storage } }: Movement) => [
          storage.destination.substorageName,
          commodity.weight.weight,
        ])
        .toReversed()
    }
    const scale = (page: Page, name: 'Full' | 'Empty') => page.locator('.scale').getByLabel(name)
    const tick = (page: Page, bay: string) =>
      page
        .locator('.bay-choice input')
        .and(page.getByLabel(new RegExp(bay)))
        .click({ force: true })
    const comes = async (page: Page, plate: string, bays: string[]) => {
      await page.getByLabel('Registration').fill(plate)
      await page.keyboard.press('Escape')
      await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
      await page.keyboard.press('Escape')
      await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
      await isBought(page)
      for (const [index, bay] of bays.entries()) {
        if (index === 1) await page.getByRole('button', { name: 'Into several bays' }).click()
        await tick(page, bay)
      }
      await scale(page, 'Full').fill('42000')
      await page.getByRole('button', { name: 'Save and send to tip' }).click()
      await page.locator('button.row', { hasText: plate }).waitFor()
    }

    test('one for one bay is tipped into two, with what lies there then said before', async () => {
      const watched = await open({ isPhone: true })
      const { page } = watched
      await comes(page, 'MORE 1', ['Long 1'])
      await expect.poll(() => loads('MORE 1')).toEqual([['Long 1', null]])
      await page.locator('button.row', { hasText: 'MORE 1' }).click()
      await scale(page, 'Empty').fill('14000')
      await page.getByRole('button', { name: 'Into several bays' }).click()
      await tick(page, 'Long 2')
      await page.getByLabel('Share, Long Barn · Long 1').fill('none')
      await page.getByText('A number above 0').waitFor()
      await page.getByLabel('Share, Long Barn · Long 1').fill('3')
      const before = page.getByRole('region', { name: 'What the book will say' })
      await before.getByText('+21.00').waitFor()
      await before.getByText('+7.00').waitFor()
      await watched.expectLooks('more bays than was said')
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await expect
        .poll(() => loads('MORE 1'))
        .toEqual([
          ['Long 1', 21_000],
          ['Long 2', 7000],
        ])
      await watched.expectSound()
    })

    test('its first weight is corrected with the second, and its shares once it is in the book', async () => {
      const watched = await open()
      const { page } = watched
      await comes(page, 'RIGHT 1', ['Long 3', 'Long 4'])
      await expect.poll(() => loads('RIGHT 1')).toHaveLength(2)
      await page.locator('button.row', { hasText: 'RIGHT 1' }).click()
      await page.getByRole('button', { name: /^Correct the first weight/ }).click()
      await page.getByLabel(/^Correct the first weight/).fill('44 000')
      await scale(page, 'Empty').fill('14000')
      const before = page.getByRole('region', { name: 'What the book will say' })
      // Each row of it names its bay: both parts are called alike.
      await expect.poll(() => before.innerText()).toMatch(/Long 3[^]*\+15\.00[^]*Long 4[^]*\+15\.00/)
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await expect
        .poll(() => loads('RIGHT 1'))
        .toEqual([
          ['Long 3', 15_000],
          ['Long 4', 15_000],
        ])
      const { docs } = await served.ask('GET', '/api/inventory/movements?limit=50')
      const { id } = docs.find(({ driver }: Movement) => driver.vehicleRegistration === 'RIGHT 1')
      await page.goto(`${served.url}/movements?open=${id}`)
      const panel = page.getByRole('dialog')
      await panel.getByText(/^Part [12] of 2 of ticket /).waitFor()
      await panel.getByRole('button', { name: 'Edit' }).click()
      await panel.getByRole('button', { name: 'Readings and shares' }).click()
      await panel.getByLabel(/^Share, .*Long 3/).fill('2')
      await panel
        .locator('form')
        .getByRole('button', { name: /^(Save|Complete)$/ })
        .click()
      await expect
        .poll(() => loads('RIGHT 1'))
        .toEqual([
          ['Long 3', 20_000],
          ['Long 4', 10_000],
        ])
      await watched.expectSound()
    })

    test('one for two bays is tipped into one of them, and the other part is deleted', async () => {
      const watched = await open()
      const { page } = watched
      await comes(page, 'LESS 1', ['Long 1', 'Long 2'])
      await expect.poll(() => loads('LESS 1')).toHaveLength(2)
      await page.locator('button.row', { hasText: 'LESS 1' }).click()
      await page.getByRole('button', { name: 'More or fewer bays' }).click()
      await tick(page, 'Long 1')
      await scale(page, 'Empty').fill('14000')
      await watched.expectLooks('fewer bays than was said')
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      await expect.poll(() => loads('LESS 1')).toEqual([['Long 2', 28_000]])
      await watched.expectSound()
    })

    test('without a network both weighings wait, and the second says the bays', async () => {
      const watched = await open({ hasWorker: true })
      const { page, context } = watched
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
      await context.setOffline(true)
      await comes(page, 'MORE 2', ['Long 3'])
      await page.locator('button.row', { hasText: 'MORE 2' }).click()
      await page.getByRole('button', { name: 'Into several bays' }).click()
      await tick(page, 'Long 4')
      await scale(page, 'Empty').fill('14000')
      await page.getByRole('button', { name: 'Finish ticket' }).click()
      const done = page.locator('[data-ticket]', { hasText: 'MORE 2' })
      await done.getByText('Long Barn · Long 3, Long 4').waitFor()
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
      await context.setOffline(false)
      await expect
        .poll(() => loads('MORE 2'), { timeout: 60_000 })
        .toEqual([
          ['Long 3', 14_000],
          ['Long 4', 14_000],
        ])
    })
  },
)
