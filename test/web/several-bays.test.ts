import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Movement } from '../../web/src/api/operations.ts'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'
import { isBought } from './walk.ts'

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
        substorage: [1, 2, 3, 4, 5].map((n) => ({ name: `${bay} ${n}` })),
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
  const movementsOf = async (plate: string): Promise<Movement[]> => {
    const { docs } = await served.ask('GET', `/api/inventory/movements?limit=50&sortBy=id&sortDesc=true`)
    return docs.filter(({ driver }: Movement) => driver.vehicleRegistration === plate).toReversed()
  }
  const loads = async (plate: string) =>
    (await movementsOf(plate)).map(({ inventory }) => inventory.commodity.weight.weight)
  const baysOf = async (plate: string, side: 'source' | 'destination') =>
    (await movementsOf(plate)).map(({ inventory }) => inventory.storage[side].substorageName)
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
    await isBought(page)
    await pick(page, 'Long 1')
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await pick(page, 'Long 2')
    await page.getByLabel('Share, Long Barn · Long 1').fill('none')
    await scale(page, 'Full').fill('42660')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.getByText('A number above 0').waitFor()
    await watched.expectLooks('several bays')
    await page.getByLabel('Share, Long Barn · Long 1').fill('2')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await expect.poll(() => loads(plate)).toEqual([null, null])
    await inBook(page)
    const row = page.locator('button.row', { hasText: plate })
    expect(await row.count()).toBe(1)
    expect(await row.textContent()).toContain('Long Barn · Long 1, Long 2')
    await row.click()
    await page.getByRole('button', { name: 'Another bay instead of Long Barn · Long 2' }).click()
    await page.getByRole('radio', { name: /Long 5/ }).check({ force: true })
    await scale(page, 'Empty').fill('14200')
    const before = page.getByRole('region', { name: 'What the book will say' })
    await before.getByText('+18.973333').waitFor()
    await before.getByText('+9.486667').waitFor()
    await watched.expectLooks('several bays second')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await inBook(page)
    await expect.poll(() => loads(plate)).toEqual([18_973.333, 9486.667])
    expect(await baysOf(plate, 'destination')).toEqual(['Long 1', 'Long 5'])
  })

  test('is loaded at another bay than was said when it came', async () => {
    const watched = await open()
    const { page } = watched
    await page.getByText('Out', { exact: true }).click()
    await page.getByLabel('Registration').fill('other 1')
    await page.keyboard.press('Escape')
    await page.getByLabel('To', { exact: true }).fill('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
    await scale(page, 'Empty').fill('15000')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => loads('OTHER 1')).toEqual([null])
    await inBook(page)
    await page.locator('button.row', { hasText: 'OTHER 1' }).click()
    await page.getByRole('button', { name: 'Loaded from another bay' }).click()
    await page.getByRole('radio', { name: /Home 2/ }).check({ force: true })
    await scale(page, 'Full').fill('20000')
    await watched.expectLooks('loaded at another bay')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => loads('OTHER 1')).toEqual([5000])
    expect(await baysOf('OTHER 1', 'source')).toEqual(['Home 2'])
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
    await isBought(page)
    await pick(page, 'Long 3')
    await page.getByRole('button', { name: 'Into several bays' }).click()
    await pick(page, 'Long 4')
    await scale(page, 'Full').fill('40000')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: 'OFF 2' }).click()
    await scale(page, 'Empty').fill('14000')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page
      .locator('[data-ticket]', { hasText: 'OFF 2' })
      .getByText('Long Barn · Long 3, Long 4')
      .waitFor()
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(false)
    await expect.poll(() => loads('OFF 2'), { timeout: 60_000 }).toEqual([13_000, 13_000])
  })

  test('what may not be mixed is said before it is saved', async () => {
    const watched = await open()
    const { page } = watched
    await page.locator('.chip', { hasText: 'BB02 BEF' }).click()
    await page.getByRole('button', { name: 'Change' }).click()
    await pick(page, 'Hill 1')
    await page.getByRole('radio', { name: 'Stored for the sender' }).check({ force: true })
    await scale(page, 'Full').fill('40040')
    await page.getByRole('button', { name: /^Use / }).click()
    // Beside the button, and in sight.
    const refusal = page.locator('.ticket-foot').getByText('may not be mixed')
    await refusal.waitFor()
    await expect.poll(() => refusal.isVisible()).toBe(true)
    await watched.expectSound(/status of 400/)
  })

  /** The ticket in German, on a desktop and on a phone: what matters stands in sight. */
  const inGerman = async ({ page, screenshot }: WatchedPage, name: string, text: RegExp) => {
    const wide = page.viewportSize() ?? { width: 1520, height: 900 }
    await page.locator('.side').getByLabel('Language').selectOption('de')
    const said = page.getByText(text).first()
    await said.waitFor()
    for (const [width, height] of [
      [1366, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await said.scrollIntoViewIfNeeded()
      await screenshot(`${name} ${width}`)
    }
    await page.setViewportSize(wide)
    await page.locator('.side').getByLabel('Sprache').selectOption('en')
  }

  test('a load that takes the grade of a heap is told before it is tipped, and such bays come after others', async () => {
    // Half of OFF 2 lies there already.
    await lay(served, 'Long 4', 300_000)
    const watched = await open()
    const { page } = watched
    await fill(page, 'LOW 1')
    await isBought(page)
    await page.getByLabel('Grain', { exact: true }).selectOption('1.101.1010104')
    await pick(page, 'Long 4')
    await scale(page, 'Full').fill('42000')
    const loss = page.getByText(/All of it becomes .*: 313\.0 t were Group 1\./)
    await loss.waitFor()
    const names = await page.locator('.bay-option').allTextContents()
    const [empty, lowers] = ['Long 3', 'Long 4'].map((bay) => names.findIndex((name) => name.includes(bay)))
    expect(Number(empty)).toBeLessThan(Number(lowers))
    await inGerman(watched, 'a grade is lost', /Alles dort wird/)
    await loss.waitFor()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await expect.poll(() => loads('LOW 1')).toEqual([null])
    await inBook(page)
    await page.locator('button.row', { hasText: 'LOW 1' }).click()
    await scale(page, 'Empty').fill('14000')
    await loss.waitFor()
    await watched.expectSound()
  })

  test('a lorry with a little more than the book has takes all of it, and the difference is written up', async () => {
    const recordId = await lay(served, 'Drying 4', 11_024)
    const watched = await open()
    const { page } = watched
    await page.getByText('Out', { exact: true }).click()
    await page.getByLabel('Registration').fill('ALL 1')
    await page.keyboard.press('Escape')
    await page.getByLabel('To', { exact: true }).fill('Valley Mill')
    await page.keyboard.press('Escape')
    await pick(page, 'Drying 4')
    await scale(page, 'Empty').fill('14000')
    await page.getByRole('button', { name: 'Save and send to load' }).click()
    await inBook(page)
    await page.locator('button.row', { hasText: 'ALL 1' }).click()
    await scale(page, 'Full').fill('25100')
    const go = page.getByRole('button', { name: '76 kg more than the book: write them up and go' })
    await go.waitFor()
    await inGerman(watched, 'more than the book', /76 kg mehr als im Buch/)
    await go.click()
    await expect.poll(() => loads('ALL 1')).toEqual([11_100])
    expect((await served.ask('GET', `/api/inventory/records/${recordId}`)).yield.current).toBe(0)
    await watched.expectSound(/status of 400/)
  })

  test('a part that is deleted is asked about: the net stays, or it was less', async () => {
    const at = await served.ask('GET', '/api/inventory/storage/search?f:type=store&limit=200')
    const places = at.docs.flatMap(
      ({ id, substorage }: { id: string; substorage: { id: number; name: string }[] }) =>
        substorage
          .filter(({ name }) => name === 'Drying 2' || name === 'Drying 3')
          .map((bay) => ({ storageId: id, substorageId: bay.id, share: 1 })),
    )
    const made = await served.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      storage: places,
      source: {
        intake: {
          sender: { id: 'mill-lane', name: 'Mill Lane Farm' },
          driverName: 'Sam',
          ticket: { reference: 'T-900', full: 34_000, empty: 14_000 },
        },
      },
    })
    const [first, second] = made.map(({ movementId }: { movementId: number }) => movementId)
    const { recordId } = (await served.ask('GET', `/api/inventory/movements/${first}`)).inventory
    await served.ask('POST', '/api/inventory/records/adjustments', {
      records: [{ id: recordId, adjustTo: 10_000 }],
      reasonId: 1,
    })
    const watched = await open()
    const { page } = watched
    await page.goto(`${served.url}/movements?open=${second}`)
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Delete', exact: true }).click()
    const remove = panel.getByRole('button', { name: /^Delete movement/ })
    await panel.getByText('Did the lorry bring this part?').waitFor()
    expect(await remove.isDisabled()).toBe(true)
    await panel.getByLabel('its net of 20,000 kg stays, and they take the 10,000 kg over').check()
    // The first part was counted afterwards: the count stands, which is said before.
    await panel.getByText(/The count of .* stands.*10\.00/).waitFor()
    await panel.getByLabel('No, it weighed less: its net is 10,000 kg').check()
    await panel.getByText('−10.00').waitFor()
    expect(await panel.getByText(/The count of .* stands/).count()).toBe(0)
    await watched.expectLooks('part deleted')
    await remove.click()
    await page.getByText(/is deleted\./).waitFor()
    const { ticket } = await served.ask('GET', `/api/inventory/movements/${first}`)
    expect(ticket).toMatchObject({ full: 24_000, net: 10_000 })
    await watched.expectSound()
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
    await page.getByLabel(/^Specific weight/).fill('heavy')
    await page.getByText('A number such as 14.5').waitFor()
    await page.getByLabel(/^Specific weight/).fill('76')
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

  test('what is measured while the lorry tips goes with its second weighing, and is asked for under a contract', async () => {
    const watched = await open()
    const { page } = watched
    const plate = 'WET 2'
    await fill(page, plate, 'Drier Farm')
    // Where more of theirs lies.
    await pick(page, 'Drying 1')
    await page.getByText('Stored, contract SC-20').waitFor()
    await scale(page, 'Full').fill('34000')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await expect.poll(() => loads(plate)).toEqual([null])
    await inBook(page)
    await page.locator('button.row', { hasText: plate }).click()
    await scale(page, 'Empty').fill('14000')
    await page.getByLabel(/^Moisture/).fill('20')
    await page.getByText('Drying takes 1,176.471 kg, 18,823.529 kg are left').waitFor()
    await watched.expectLooks('measured at the second weighing')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => loads(plate)).toEqual([20_000])
    const { docs } = await served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')
    const load = await served.ask('GET', `/api/inventory/movements/${docs[0].id}`)
    expect(load.drying).toMatchObject({ measuredMoisturePercentage: 20, netWeight: 18_823.529 })
    expect(load.samples).toMatchObject([{ fields: [{ name: 'Moisture', value: '20' }] }])
    await watched.expectSound()
  })
})

/** Wheat of Group 1 that was in a bay before the books began; answers its record. */
async function lay({ ask }: ServedConsole, bay: string, weight: number): Promise<string> {
  const { docs } = await ask('GET', '/api/inventory/storage/search?f:type=store&limit=200')
  const [storage] = docs.flatMap(
    ({ id, substorage }: { id: string; substorage: { id: number; name: string }[] }) =>
      substorage
        .filter(({ name }) => name === bay)
        .map((each) => ({ storageId: id, substorageId: each.id, weight })),
  )
  const record = await ask('POST', '/api/inventory/records', {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
    storage: [storage],
    source: { type: 'existing', importDateUTC: '2026-08-01' },
  })
  return record.id
}

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
