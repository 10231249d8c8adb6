import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizesOfPdf, textOfPdf } from '../pdf.ts'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { plantField, seedIntakes } from './seed.ts'
import { pretendIndicator } from './indicator.ts'
import { paperBy, savedBy } from './saved-file.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('the weighbridge', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
    await seedIntakes(served)
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const open = async (view = {}, prepare?: (page: Page) => Promise<void>): Promise<WatchedPage> => {
    const watched = await openPage(browser, served, view)
    await prepare?.(watched.page)
    await pretendIndicator(watched.context)
    await signIn(watched, served, '/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    return watched
  }
  const newest = async () => (await served.ask('GET', '/api/inventory/movements?type=intake&limit=1')).docs[0]
  const inBook = async (page: Page) =>
    await expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
  /** Something rolls onto the bridge, and the indicator shows it. */
  const put = async (page: Page, kg: number) => {
    await page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)
    await page.getByPlaceholder(kg.toLocaleString('en-GB')).waitFor()
  }

  test('both weighings of a known lorry are six taps', async () => {
    const watched = await open()
    const { page } = watched
    let taps = 0
    const tap = async (button: ReturnType<Page['locator']>) => {
      taps += 1
      await button.click()
    }
    await watched.expectLooks('weighbridge empty')
    await put(page, 42_660)
    await tap(page.locator('.chip').first())
    await tap(page.getByRole('button', { name: 'Take weight' }))
    await watched.expectLooks('weighbridge recalled')
    await tap(page.getByRole('button', { name: 'Save and send to tip' }))
    await tap(page.locator('button.row').first())
    await put(page, 14_200)
    await tap(page.getByRole('button', { name: 'Take weight' }))
    await watched.expectLooks('weighbridge second')
    await tap(page.getByRole('button', { name: 'Finish ticket' }))
    expect(taps).toBe(6)
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_200)
    await inBook(page)
    const { weighbridge, inventory, actionsRequired, driver } = await newest()
    expect([weighbridge.full.weight, weighbridge.empty.weight, inventory.commodity.weight.weight]).toEqual([
      42_660, 14_200, 28_460,
    ])
    expect([actionsRequired.status, driver.vehicleRegistration]).toEqual(['none', 'BB02 BEF'])
    await watched.expectLooks('weighbridge done')
  })

  test('the card of a known lorry stays while its weight is none', async () => {
    const watched = await open()
    const { page } = watched
    await page.locator('.chip').first().click()
    const full = page.locator('.scale').getByLabel('Full')
    await full.fill('0')
    await full.blur()
    await page.locator('.recalled').waitFor()
    expect(await page.getByLabel('Registration').count()).toBe(0)
  })

  test('with a remembered tare it is four taps, and the ticket says so', async () => {
    const watched = await open()
    const { page } = watched
    await put(page, 41_200)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use 14,200 kg/ }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(41_200)
    expect((await newest()).inventory.commodity.weight.weight).toBe(27_000)
    await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }))
    await page
      .getByRole('button', { name: /^Print/ })
      .first()
      .click()
    const paper = page.locator('.paper')
    await paper.waitFor()
    expect(await paper.innerText()).toContain('14,200 kg, tare remembered')
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await watched.expectSound()
  })

  test('three clicks at once make one load', async () => {
    const { page } = await open()
    const count = async () =>
      (await served.ask('GET', '/api/inventory/movements?type=intake&limit=1')).totalDocs
    const before = await count()
    await put(page, 40_020)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).evaluate((button: { click: () => void }) => {
      for (let clicks = 0; clicks < 3; clicks++) button.click()
    })
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(40_020)
    await inBook(page)
    expect(await count()).toBe(before + 1)
  })

  test('a button that moves away under a press is pressed all the same', async () => {
    const { page } = await open()
    await put(page, 40_060)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).hover()
    await page.mouse.down()
    await page.locator('form.ticket').evaluate((form: { style: { marginTop: string } }) => {
      form.style.marginTop = '300px'
    })
    await page.mouse.up()
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(40_060)
    await inBook(page)
  })

  test('a load that is refused stays with the service’s sentence, and is corrected', async () => {
    const watched = await open()
    const { page } = watched
    await put(page, 40_040)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /Hill 1/ }).check({ force: true })
    // No grain of the sender lies there: whose it is has to be said.
    await page.getByRole('radio', { name: 'Stored for the sender' }).check({ force: true })
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => page.getByRole('alert').first().textContent()).toContain('may not be mixed')
    await watched.screenshot('weighbridge refused')
    await watched.expectSound(/status of 400/)
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /Hill 3/ }).check({ force: true })
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(40_040)
    await inBook(page)
  })

  test('a lorry is loaded and goes out, and another moves grain between stores; each has its papers', async () => {
    const watched = await open()
    const { page } = watched
    const last = async (type: string) =>
      (await served.ask('GET', `/api/inventory/movements?type=${type}&limit=1&sortBy=id&sortDesc=true`))
        .docs[0]
    const weigh = async (button: string, kg: number, reads?: RegExp) => {
      await put(page, kg)
      await page.getByRole('button', { name: 'Take weight' }).click()
      if (reads) await page.locator('.ticket-foot').getByText(reads).waitFor()
      await page.getByRole('button', { name: button }).click()
    }
    await page.getByText('Out', { exact: true }).click()
    // Before anything is weighed no load is taken off it.
    await page.getByText('Lies there now').first().waitFor()
    await page.getByLabel('Registration').fill('out 1')
    await page.getByLabel('To', { exact: true }).fill('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
    await weigh('Save and send to load', 15_000)
    // It is in the book at once, and carries nothing yet that anybody has guessed.
    await expect.poll(async () => (await last('outbound')).weighbridge.empty.weight).toBe(15_000)
    expect((await last('outbound')).inventory.commodity.weight.weight).toBe(null)
    await page.locator('button.row').first().click()
    await weigh('Finish ticket', 44_000)
    await expect.poll(async () => (await last('outbound')).driver.vehicleRegistration).toBe('OUT 1')
    await expect.poll(async () => (await last('outbound')).inventory.commodity.weight.weight).toBe(29_000)
    await page.getByText('Between stores', { exact: true }).click()
    await page.getByLabel('Registration').fill('own 2')
    await page.keyboard.press('Escape')
    const bays = page.locator('.bay-choice')
    await bays
      .nth(0)
      .getByRole('radio', { name: /Home 1/ })
      .check({ force: true })
    await bays
      .nth(1)
      .getByRole('radio', { name: /Home 2/ })
      .check({ force: true })
    await weigh('Save and send to load', 12_000, /becomes Group 2/)
    await page.locator('button.row').first().click()
    await weigh('Finish ticket', 22_000, /becomes Group 2/)
    await expect.poll(async () => (await last('internal')).driver.vehicleRegistration).toBe('OWN 2')
    const weighed = ({ weighbridge, inventory }: Awaited<ReturnType<typeof last>>) => [
      weighbridge.full.weight,
      inventory.commodity.weight.weight,
    ]
    await expect.poll(async () => weighed(await last('internal'))).toEqual([22_000, 10_000])
    await inBook(page)
    // On the paper that this device prints on.
    await page.evaluate(`localStorage.setItem('granary.device', '{"paper":"roll58"}')`)
    await page.reload()
    const out = page.locator('[data-ticket]', { hasText: 'OUT 1' })
    const { file, bytes } = await savedBy(out.getByRole('button', { name: /^Ticket \(PDF\) W/ }))
    const { documentNumber } = await last('outbound')
    expect(file).toMatch(new RegExp(`^Weighbridge-ticket-${documentNumber}-.+-\\d{4}-\\d\\d-\\d\\d\\.pdf$`))
    expect((await sizesOfPdf(bytes))[0]?.[0]).toBe(58)
    expect((await textOfPdf(bytes)).join(' ')).toContain(documentNumber)
    expect(await paperBy(out.getByRole('button', { name: /^Grain passport/ }))).toContain('OUT 1')
    const own = page.locator('[data-ticket]', { hasText: 'OWN 2' })
    expect(await own.getByRole('button').count()).toBe(2)
    await watched.expectLooks('weighbridge papers')
    await watched.context.setOffline(true)
    await expect.poll(() => own.getByRole('button', { name: /^Ticket/ }).isDisabled()).toBe(true)
    expect(await own.getByRole('button', { name: /^Print/ }).isEnabled()).toBe(true)
  })

  test('a load off a field that was weighed once waits in the yard of every device, and is finished on another, in another bay', async () => {
    await plantField(served, 'Near Corner')
    const { planId } = await plantField(served)
    await served.ask('POST', '/api/inventory/storage', {
      name: 'Annex',
      type: 'store',
      location: null,
      substorage: [{ name: 'Annex 1' }],
    })
    const { page } = await open({}, (fresh) => fresh.clock.install())
    await page.getByText('Off a field', { exact: true }).click()
    await page.getByLabel('Registration').fill('cut 1')
    await page.keyboard.press('Escape')
    await page
      .getByRole('combobox', { name: 'Field', exact: true })
      .selectOption({ label: 'Far Corner · Wheat, Skyfall' })
    await page.getByRole('radio', { name: /Home 3/ }).check({ force: true })
    await page.getByLabel('Still to cut on Far Corner, ha').fill('99')
    await page.getByText('At most 12 ha').waitFor()
    await page.getByLabel('Still to cut on Far Corner, ha').fill('7.5')
    await put(page, 33_040)
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await inBook(page)
    const areaHarvested = async () =>
      (await served.ask('GET', `/api/inventory/harvest-plans/${planId}`)).summary.areaHarvested
    await expect.poll(areaHarvested).toBe(4.5)
    const loads = () => served.ask('GET', `/api/inventory/harvest-plans/loads?harvestPlanId=${planId}`)
    await expect.poll(async () => (await loads()).map(weightNet)).toEqual([null])

    const other = await open({ isPhone: true })
    await other.page.locator('button.row', { hasText: 'CUT 1' }).click()
    await other.page.locator('.ticket dl.facts').getByText('Far Corner').waitFor()
    await other.page.getByRole('button', { name: 'Off another field' }).click()
    await other.page
      .getByLabel('Field', { exact: true })
      .selectOption({ label: 'Near Corner · Wheat, Skyfall' })
    await other.page.getByRole('button', { name: 'Tipped into another bay' }).click()
    await other.page.getByRole('radio', { name: /Annex 1/ }).check({ force: true })
    await put(other.page, 13_000)
    await other.page.getByRole('button', { name: 'Take weight' }).click()
    await other.page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await loads()).map(weightNet)).toEqual([20_040])
    expect((await loads())[0]).toMatchObject({ substorageName: 'Annex 1', fieldName: 'Near Corner' })
    await inBook(other.page)
    // The yard is read again every half minute.
    await page.clock.fastForward(31_000)
    await expect.poll(() => page.locator('button.row', { hasText: 'CUT 1' }).count()).toBe(0)
  })

  test('of hundreds of bays some are shown, and the others are found by their names', async () => {
    await served.ask('POST', '/api/inventory/storage', {
      name: 'Silo park',
      type: 'store',
      location: null,
      substorage: Array.from({ length: 100 }, (_bay, index) => ({ name: `Cell ${index + 1}` })),
    })
    const watched = await open()
    const { page } = watched
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Change' }).click()
    const bays = page.getByRole('group', { name: 'Into bay' })
    await bays.getByText(/And \d+ bays more/).waitFor()
    expect(await bays.getByRole('radio').count()).toBeLessThanOrEqual(25)
    await bays.getByLabel('Find a bay').fill('cell 99')
    await bays.getByRole('radio', { name: /Cell 99/ }).check({ force: true })
    await bays.getByLabel('Find a bay').fill('')
    // What is chosen stays in sight.
    expect(await bays.getByRole('radio', { name: /Cell 99/ }).isChecked()).toBe(true)
    await watched.expectSound()
  })

  test('grain is offered by its names in the reader’s language', async () => {
    const { page } = await open()
    await page.locator('.side').getByLabel('Language').selectOption('de')
    await page.getByLabel('Getreide').selectOption({ label: 'Weizen, Winter, Group 1' })
    await page.locator('.side').getByLabel('Sprache').selectOption('en')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
  })

  test('Escape closes the names offered, and what was typed stays', async () => {
    const watched = await open()
    const from = watched.page.getByLabel('From', { exact: true })
    await from.fill('Mill Lane Farm')
    await from.press('Escape')
    await from.press('Escape')
    expect(await from.inputValue()).toBe('Mill Lane Farm')
    await watched.expectSound()
  })

  test('a whole ticket is entered by the keyboard alone', async () => {
    const watched = await open()
    const { page } = watched
    await put(page, 39_980)
    await page.keyboard.type('bb01')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'BB01 BEF' }).waitFor()
    await page.keyboard.press('F9')
    await page.getByRole('button', { name: /^Use / }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(39_980)
    await watched.expectSound()
  })

  test('the password is asked for over what is being typed when the session is over', async () => {
    const watched = await open()
    const { page, context } = watched
    await page.getByLabel('From').fill('Somebody new')
    await context.clearCookies()
    await page.clock.install()
    await page.clock.fastForward('11:00')
    await page.evaluate(() =>
      Reflect.get(globalThis, 'document').dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await page.getByRole('heading', { name: 'Sign in again' }).waitFor()
    await watched.screenshot('locked')
    await watched.expectSound()
    await page.getByLabel('Email').fill(served.owner.email)
    await page.getByLabel('Password').fill(served.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('heading', { name: 'Sign in again' }).count()).toBe(0)
    expect(await page.getByLabel('From').inputValue()).toBe('Somebody new')
  })
})

const weightNet = (load: { weightNet: { weight: number | null } }) => load.weightNet.weight
