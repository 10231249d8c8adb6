import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('one lorry for several bays, and what is measured of its load', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await seedIntakes(served)
    for (const [store, bay] of [
      ['Long Barn', 'Long'],
      // Where own grain lies, a load is taken to be bought: those under a contract have bays in which nothing else lies.
      ['Drying Barn', 'Drying'],
    ])
      await served.ask('POST', '/api/inventory/storage', {
        name: store,
        type: 'store',
        location: null,
        substorage: [1, 2, 3, 4].map((n) => ({ name: `${bay} ${n}` })),
      })
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const open = async (view = {}): Promise<WatchedPage> => {
    const watched = await openPage(browser, served, view)
    watched.page.setDefaultTimeout(40_000)
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
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
  }

  test('tips into two bays with a share each, and is one lorry in the yard', async () => {
    const watched = await open()
    const { page } = watched
    const plate = 'TWO 0'
    await fill(page, plate)
    await pick(page, 'Long 1')
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await pick(page, 'Long 2')
    await page.getByLabel('Share, Long 1').fill('none')
    await scale(page, 'Full').fill('42660')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.getByText('A number above 0').waitFor()
    await watched.expectLooks('several bays')
    await page.getByLabel('Share, Long 1').fill('2')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await expect.poll(() => loads(plate)).toEqual([null, null])
    await inBook(page)
    const row = page.locator('button.row', { hasText: plate })
    expect(await row.count()).toBe(1)
    expect(await row.textContent()).toContain('Long 1, Long 2')
    await row.click()
    await scale(page, 'Empty').fill('14200')
    const before = page.getByRole('region', { name: 'What the book will say' })
    await before.getByText('+18,973.333').waitFor()
    await before.getByText('+9,486.667').waitFor()
    await watched.expectLooks('several bays second')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await inBook(page)
    await expect.poll(() => loads(plate)).toEqual([18_973.333, 9486.667])
  })

  test('is loaded out of two bays by the keyboard alone, and leaves as one ticket', async () => {
    const watched = await open()
    const { page } = watched
    await page.getByLabel('Out', { exact: true }).focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Registration').focus()
    await page.keyboard.type('out 22')
    await page.keyboard.press('Escape')
    await page.getByLabel('To', { exact: true }).focus()
    await page.keyboard.type('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: /Home 1/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Out of several bays' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /Home 2/ }).focus()
    await page.keyboard.press('Space')
    await scale(page, 'Empty').focus()
    await page.keyboard.type('15000')
    await page.keyboard.press('Control+Enter')
    await page.locator('button.row', { hasText: 'OUT 22' }).focus()
    await expect.poll(() => loads('OUT 22')).toEqual([null, null])
    await inBook(page)
    await page.keyboard.press('Enter')
    await scale(page, 'Full').fill('35000')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => loads('OUT 22')).toEqual([10_000, 10_000])
    await watched.expectSound()
  })

  test('without a network both weighings wait as one load for two bays', async () => {
    const watched = await open({ isPhone: true, hasWorker: true })
    const { page, context } = watched
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await context.setOffline(true)
    await fill(page, 'OFF 2')
    await pick(page, 'Long 3')
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await pick(page, 'Long 4')
    await scale(page, 'Full').fill('40000')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: 'OFF 2' }).click()
    await scale(page, 'Empty').fill('14000')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.locator('[data-ticket]', { hasText: 'OFF 2' }).getByText('Long 3, Long 4').waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(false)
    await expect.poll(() => loads('OFF 2'), { timeout: 60_000 }).toEqual([13_000, 13_000])
  })

  test('what may not be mixed is said before it is saved', async () => {
    const watched = await open()
    const { page } = watched
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Change' }).click()
    await pick(page, 'Hill 1')
    await scale(page, 'Full').fill('40040')
    await page.getByRole('button', { name: /^Use / }).click()
    const before = page.getByRole('region', { name: 'What the book will say' })
    await before.getByText('may not be mixed').waitFor()
    await watched.expectSound(/status of 400/)
  })

  test('under a contract moisture is asked for, and what drying takes is shown before it is saved', async () => {
    const owner = 'Drier Farm'
    await agreeDrying(served, owner)
    const watched = await open({ isPhone: true })
    const { page } = watched
    const plate = 'DRY 0'
    await fill(page, plate, owner)
    await pick(page, 'Drying 1')
    await page.getByText('Stored, contract SC-20').waitFor()
    await page.getByLabel(/^Moisture/).fill('20')
    await page.getByLabel(/^Protein/).fill('12,5')
    await page.getByLabel(/^Bushel weight/).fill('heavy')
    await page.getByText('A number such as 14.5').waitFor()
    await page.getByLabel(/^Bushel weight/).fill('76')
    await scale(page, 'Full').fill('34000')
    await page.getByText('Dried to 15 % under the contract').scrollIntoViewIfNeeded()
    await watched.expectLooks('quality')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await expect.poll(() => loads(plate)).toEqual([null])
    await inBook(page)
    await page.locator('button.row', { hasText: plate }).click()
    await scale(page, 'Empty').fill('14000')
    await page.getByText('Drying takes 1,176.471 kg, 18,823.529 kg are left').waitFor()
    await watched.expectLooks('drying')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => loads(plate)).not.toEqual([null])
    const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')
    expect(docs[0].drying).toMatchObject({ measuredMoisturePercentage: 20, netWeight: 18_823.529 })
  })
})

/** A contract that dries the winter wheat of somebody to 15 %. */
async function agreeDrying({ ask }: ServedConsole, name: string): Promise<void> {
  const { id } = await ask('POST', '/api/inventory/partners', { name })
  await ask('POST', '/api/inventory/contracts', {
    ownerOrganisationId: id,
    ownerOrganisationName: name,
    details: {
      reference: 'SC-20',
      startDateISO: '2020-01-01',
      services: { drying: { agreed: true, preAgreedMoistureLevelPercentage: 15 } },
    },
    inventory: { weightKG: 500_000, commodity: { id: 1, type: 101 } },
  })
}
