import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockSet, hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { pretendIndicator } from './indicator.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

// What was entered without a network comes into the book once, whatever the line does.

const LOADS = '**/api/inventory/loads'
const LOADS_OR_DRY_RUN = /\/api\/inventory\/loads(\?dryRun=true)?$/

/** The page looks for what waits every half minute, which is not to help here. */
const NO_TICKS = `const every = setInterval
globalThis.setInterval = (work, ms, ...more) => ms === 30000 ? 0 : every(work, ms, ...more)`

/** The code of a part of the form, and that of a screen. */
const NEVER_CAME = /\/(what-is-left|harvest)-[\w-]{8}\.js$/

/** The device's clock is a day behind from now on, also after the page has loaded again. */
const SET_BACK = clockSet(-86_400_000)

describe.runIf(hasBrowser)('without a network', () => {
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

  const intakes = async (): Promise<{ full: number | null; net: number | null; vehicle: string }[]> => {
    const { docs } = await served.ask('GET', '/api/inventory/movements?type=intake&limit=200')
    return docs.map((each: Loaded) => ({
      full: each.weighbridge.full.weight,
      net: each.inventory.commodity.weight.weight,
      vehicle: each.driver.vehicleRegistration,
    }))
  }
  const open = async (before?: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, served, { hasWorker: true })
    if (before !== undefined) await watched.context.addInitScript(before)
    await pretendIndicator(watched.context)
    await signIn(watched, served, '/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    await watched.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // What is kept is written half a second after it was read.
    await watched.page.waitForTimeout(1500)
    return watched
  }
  const put = async (page: Page, kg: number) => {
    await page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)
    await page.getByPlaceholder(kg.toLocaleString('en-GB')).waitFor()
  }
  const state = (page: Page) => page.locator('.top .connection').textContent()
  const allInBook = async (page: Page) =>
    await expect.poll(() => state(page)).toBe('Everything is in the book')

  /** A lorry that is known, with its remembered tare. */
  async function whole(page: Page, kg: number): Promise<void> {
    await put(page, kg)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use / }).click()
    // Others have weighed the lorry since: its tare is what the button says.
    const taken = await page.getByRole('button', { name: /^Use /, pressed: true }).innerText()
    const tare = Number(/Use ([\d,]+) kg/.exec(taken)?.[1]?.replaceAll(',', ''))
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page
      .locator('[data-ticket]', { hasText: (kg - tare).toLocaleString('en-GB') })
      .first()
      .waitFor()
  }
  /** A lorry whose grain, stored for its sender, is tipped onto what is somebody else's: the service refuses it. */
  async function wrong(page: Page, kg: number): Promise<void> {
    await put(page, kg)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /Hill 1/ }).check({ force: true })
    await page.getByRole('radio', { name: 'Stored for the sender' }).check({ force: true })
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
  }
  async function once(page: Page, kg: number): Promise<void> {
    await put(page, kg)
    await page.locator('.chip').first().click()
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row').first().waitFor()
  }
  /** The lorry of the yard that says so comes back over the bridge. */
  async function again(page: Page, kg: number, hasText = ''): Promise<void> {
    const row = page.locator('button.row', { hasText })
    await row.first().click()
    await put(page, kg)
    await page.getByRole('button', { name: 'Take weight' }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => row.count()).toBe(0)
  }
  /** A known lorry as it comes, its weight typed. */
  async function enter(page: Page, kg: number): Promise<void> {
    await page.locator('.chip').first().click()
    await page.getByLabel('Full').fill(String(kg))
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: kg.toLocaleString('en-GB') }).waitFor()
  }
  async function finish(page: Page, hasText: string, kg: number): Promise<void> {
    await page.locator('button.row', { hasText }).click()
    await page.getByLabel('Empty').fill(String(kg))
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => page.locator('button.row', { hasText }).count()).toBe(0)
  }
  const reopen = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    await page.goto('/weighbridge')
    await page.locator('.chip').first().waitFor()
    return page
  }

  test('the page opens, three lorries are weighed, and with lost answers and two tabs there are three loads', async () => {
    const watched = await open()
    const { context, page } = watched
    const before = await intakes()
    await context.setOffline(true)
    await page.reload()
    await page.locator('.chip').first().waitFor()
    await once(page, 42_660)
    await again(page, 14_200)
    await whole(page, 41_000)
    await once(page, 40_500)
    await expect.poll(() => state(page)).toBe('3 entries wait for the connection')
    await watched.screenshot('weighbridge offline')
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    await page.close()

    const one = await reopen(context)
    await expect.poll(() => state(one)).toBe('3 entries wait for the connection')
    let lost = 0
    await context.route(LOADS, async (route) => {
      if (route.request().method() !== 'POST' || lost >= 2) return route.continue()
      lost += 1
      // The service has stored it, and the page does not hear of it.
      await route.fetch()
      return route.abort('connectionreset')
    })
    await reopen(context)
    await context.setOffline(false)
    await allInBook(one)
    const added = (await intakes()).slice(0, (await intakes()).length - before.length)
    expect(added.map(({ full, net }) => [full, net]).sort()).toEqual([
      [40_500, null],
      [41_000, 26_800],
      [42_660, 28_460],
    ])
    expect(lost).toBe(2)
    await finish(one, '40,500', 14_000)
    await allInBook(one)
  })

  test('what is entered while another is on its way goes right after it', async () => {
    const { context, page, expectSound } = await open(NO_TICKS)
    const answered = Promise.withResolvers<void>()
    await context.route(LOADS, async (route) => {
      if (route.request().method() === 'POST') await answered.promise
      return route.continue()
    })
    await once(page, 42_080)
    await again(page, 14_200, '42,080')
    await expect.poll(() => state(page)).toBe('2 entries are being sent')
    answered.resolve()
    await allInBook(page)
    expect((await intakes())[0]).toMatchObject({ full: 42_080, net: 27_880 })
    await expectSound()
  })

  test.each([
    ['before it is tried', async (page: Page) => page.context().setOffline(true)],
    ['when it was stored and the answer is on its way', (page: Page) => page.context().route(LOADS, lose)],
    ['when it is on its way', (page: Page) => page.context().route(LOADS, (route) => route.abort())],
  ])('the browser is killed %s', async (_when, disturb) => {
    const { context, page } = await open()
    const before = (await intakes()).length
    await disturb(page)
    await whole(page, 39_000 + before)
    await page.waitForTimeout(300)
    await page.close({ runBeforeUnload: false })
    await context.unroute(LOADS)
    await context.setOffline(false)
    const next = await reopen(context)
    await allInBook(next)
    const after = await intakes()
    expect(after.length).toBe(before + 1)
    expect(after[0]?.full).toBe(39_000 + before)
  })

  test('what is refused holds nothing else up', async () => {
    const watched = await open()
    const { context, page } = watched
    const before = (await intakes()).length
    await context.setOffline(true)
    await wrong(page, 38_000)
    await page.locator('[data-ticket]').first().waitFor()
    await whole(page, 37_000)
    await context.setOffline(false)
    await expect.poll(() => state(page)).toBe('1 entry was refused')
    await expect.poll(async () => (await intakes()).length).toBe(before + 1)
    await page.getByRole('button', { name: 'Give up' }).click()
    await page.getByLabel('Reason').fill('It went to the mill')
    await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click()
    await allInBook(page)
    // What was given up is no load that was done.
    await page.getByRole('region', { name: 'Given up' }).getByText('It went to the mill').waitFor()
    const done = page.getByRole('region', { name: 'Done on this device' })
    expect(await done.getByText('It went to the mill').count()).toBe(0)
  })

  test('what is refused stands until it is put right, whatever is tapped meanwhile', async () => {
    const { page } = await open()
    const before = (await intakes()).length
    await wrong(page, 35_500)
    await expect.poll(() => state(page)).toBe('1 entry was refused')
    const stands = () => page.locator('[data-ticket]', { hasText: 'refused' }).count()
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByRole('form', { name: /^Correct/ }).waitFor()
    await page.reload()
    await page.getByRole('form', { name: /^Correct/ }).waitFor()
    await page.getByRole('button', { name: 'New ticket' }).click()
    await page.locator('.chip').nth(1).click()
    await page.getByRole('radio', { name: 'Out', exact: true }).check({ force: true })
    await page.reload()
    await expect.poll(async () => [await state(page), await stands()]).toEqual(['1 entry was refused', 1])
    await page.getByRole('button', { name: 'Correct' }).click()
    await expect.poll(() => page.getByLabel('Full').inputValue()).toBe('35500')
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('radio', { name: /Hill 3/ }).check({ force: true })
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await allInBook(page)
    const after = await intakes()
    expect([after.length, after[0]?.full]).toEqual([before + 1, 35_500])
  })

  test('two tabs weigh two lorries', async () => {
    const { context, page } = await open()
    const before = (await intakes()).length
    const other = await reopen(context)
    await context.setOffline(true)
    await enter(page, 34_000)
    await enter(other, 34_500)
    for (const each of [page, other]) await expect.poll(() => each.locator('button.row').count()).toBe(2)
    await context.setOffline(false)
    for (const each of [page, other]) await allInBook(each)
    const added = (await intakes()).slice(0, -before).map(({ full }) => full)
    expect(added.sort()).toEqual([34_000, 34_500])
    for (const each of ['34,000', '34,500']) await finish(page, each, 14_000)
    await allInBook(page)
  })

  test.each([
    ['all that was typed', true],
    ['the lorry without its weight', false],
  ])(
    'a browser that is killed while the form still has %s weighs the next lorry as another',
    async (_what, hasWeight) => {
      const { context, page } = await open()
      const before = (await intakes()).length
      await page.locator('.chip').first().click()
      await context.setOffline(true)
      const onDisk = () => page.evaluate('JSON.stringify({ ...localStorage })').then(String)
      await expect.poll(onDisk).toContain('BEF')
      let kept = await onDisk()
      await page.getByLabel('Full').fill('33000')
      await expect.poll(onDisk).toContain('33000')
      // As it was being typed: leaving the field would put in the sign of the thousands.
      if (hasWeight) kept = await onDisk()
      await page.getByRole('button', { name: 'Save and send to tip' }).click()
      await page.locator('button.row', { hasText: '33,000' }).waitFor()
      await page.close()
      const next = await context.newPage()
      await next.addInitScript(
        `for (const [key, text] of Object.entries(${kept})) localStorage.setItem(key, text)`,
      )
      await next.goto('/weighbridge')
      await next.locator('button.row', { hasText: '33,000' }).waitFor()
      // What is a ticket already is typed no second time; what differs from it is another load.
      if (hasWeight) await next.locator('.chip').first().click()
      await next.getByLabel('Full').fill('33500')
      await next.getByRole('button', { name: 'Save and send to tip' }).click()
      for (const each of ['33,000', '33,500']) await next.locator('button.row', { hasText: each }).waitFor()
      await context.setOffline(false)
      await allInBook(next)
      const added = (await intakes()).slice(0, -before).map(({ full }) => full)
      expect(added.sort()).toEqual([33_000, 33_500])
      for (const each of ['33,000', '33,500']) await finish(next, each, 14_000)
      await allInBook(next)
    },
  )

  test.each([
    ['the sign-in page of a network', 200],
    ['a proxy that says no', 403],
    ['a proxy that has a conflict', 409],
  ])('%s is not the service', async (_who, status) => {
    const { context, page } = await open()
    const before = (await intakes()).length
    // It answers what the page asks before, too, which keeps nobody from saving.
    await context.route(LOADS_OR_DRY_RUN, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, contentType: 'text/html', body: '<h1>Please sign in</h1>' })
        : route.continue(),
    )
    await page.locator('.chip').first().click()
    const judged = page.waitForResponse(/dryRun=true/)
    await page.getByLabel('Full').fill('32000')
    await judged
    await page.waitForTimeout(200)
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: '32,000' }).waitFor()
    await expect.poll(() => state(page)).toMatch(/^1 entry waits: something else answers/)
    expect((await intakes()).length).toBe(before)
    await context.unroute(LOADS_OR_DRY_RUN)
    await page.reload()
    await allInBook(page)
    expect((await intakes()).length).toBe(before + 1)
    await finish(page, '32,000', 14_000)
    await allInBook(page)
  })

  test('a clock that is set back between two weighings changes no order', async () => {
    const { context, page } = await open()
    const before = (await intakes()).length
    await context.route(LOADS, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await enter(page, 31_000)
    await context.addInitScript(SET_BACK)
    await page.evaluate(`${SET_BACK}; 0`)
    await finish(page, '31,000', 14_000)
    await context.unroute(LOADS)
    await page.reload()
    await allInBook(page)
    const after = await intakes()
    expect([after.length, after.filter(({ full }) => full === 31_000).map(({ net }) => net)]).toEqual([
      before + 1,
      [17_000],
    ])
  })

  test('whoever signs out is told what waits, and it goes with the next one', async () => {
    const watched = await open()
    const { context, page } = watched
    const before = (await intakes()).length
    await context.setOffline(true)
    await whole(page, 36_000)
    await page.locator('.side').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('1 entry on this device is not in the book yet').waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Sign out and leave them here' }).click()
    await page.waitForURL('**/sign-in*')
    expect((await intakes()).length).toBeLessThanOrEqual(before + 1)
    await signIn(watched, served, '/weighbridge')
    await allInBook(page)
    await expect.poll(async () => (await intakes()).length).toBe(before + 1)
  })

  test('a part of the form whose code never came is left out, and a screen says what it is', async () => {
    const watched = await openPage(browser, served)
    const { page } = watched
    await pretendIndicator(watched.context)
    await page.route(NEVER_CAME, (route) => route.abort())
    await signIn(watched, served, '/weighbridge')
    await page.locator('.chip').first().waitFor()
    const before = (await intakes()).length
    await once(page, 33_500)
    await expect.poll(async () => (await intakes()).length).toBe(before + 1)
    await page.goto('/harvest')
    await page.getByRole('alert').getByText('This screen cannot be shown').waitFor()
    await page.unroute(NEVER_CAME)
    await page.getByRole('button', { name: 'Load it again' }).click()
    await page.getByRole('heading', { name: 'Harvest' }).first().waitFor()
  })
})

interface Loaded {
  weighbridge: { full: { weight: number | null } }
  inventory: { commodity: { weight: { weight: number | null } } }
  driver: { vehicleRegistration: string }
}

async function lose(route: {
  request(): { method(): string }
  fetch(): Promise<unknown>
  abort(): Promise<void>
}): Promise<void> {
  await route.fetch()
  await route.abort()
}
