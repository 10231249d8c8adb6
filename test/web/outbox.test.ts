import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { serveConsole, type ServedConsole } from './service.ts'

// Devices that keep nothing, newer pages, other devices, and what somebody changes in the book afterwards.

/** The storage of the browser is full from the moment on at which the page is told so. */
const FULL = `{
  const begin = IDBDatabase.prototype.transaction
  const full = () => { if (globalThis.isFull) throw new DOMException('full', 'QuotaExceededError') }
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode === 'readwrite') full()
    return begin.call(this, names, mode, options)
  }
  const keep = Storage.prototype.setItem
  Storage.prototype.setItem = function (key, text) { full(); keep.call(this, key, text) }
}`

describe.runIf(hasBrowser)('the outbox', () => {
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

  const open = async (before?: string): Promise<WatchedPage> => {
    const watched = await openPage(browser, served)
    if (before !== undefined) await watched.context.addInitScript(before)
    await signIn(watched, served, '/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    return watched
  }
  const newest = async () =>
    (await served.ask('GET', '/api/inventory/movements?type=intake&limit=1&sortBy=id&sortDesc=true')).docs[0]
  const type = async (page: Page, kg: number) => {
    await page.locator('.chip').first().click()
    await page.getByLabel('Full').fill(String(kg))
  }
  const allInBook = async (page: Page) =>
    await expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
  const saveFirst = (page: Page) => page.getByRole('button', { name: 'Save and send to tip' }).click()
  const row = (page: Page, hasText: string) => page.locator('button.row', { hasText })

  test('a device that can keep nothing says so, and sends at once', async () => {
    const { page } = await open(FULL)
    await page.evaluate('globalThis.isFull = true')
    await type(page, 37_000)
    await saveFirst(page)
    await page.getByText('This device cannot keep tickets').waitFor()
    expect(await page.getByLabel('Full').inputValue()).toBe('37,000')
    await page.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(async () => (await newest()).weighbridge.full.weight).toBe(37_000)
    await expect.poll(() => page.getByLabel('Full').inputValue()).toBe('')
    await page.evaluate('globalThis.isFull = false')
    await row(page, '37,000').click()
    await page.getByLabel('Empty').fill('14000')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_000)
    await allInBook(page)
  })

  test('a newer page in another tab is said, and what was typed is there after it has loaded again', async () => {
    const { context, page } = await open()
    await type(page, 36_000)
    const other = await context.newPage()
    await other.goto('/icon.svg')
    const reloaded = page.waitForEvent('load')
    await other.evaluate(
      "new Promise((done) => (indexedDB.open('granary', 99).onsuccess = done)).then(() => 0)",
    )
    await page.getByText('Another tab has a newer version of this page').waitFor()
    await reloaded
    await page.getByText('This page is older than what is kept here').waitFor()
    expect(await page.getByLabel('Full').inputValue()).toBe('36000')
  })

  test('a lorry is seen on another device at once, and its ticket is taken up there', async () => {
    const [one, two] = [await open(), await open()]
    await type(one.page, 35_000)
    await saveFirst(one.page)
    await row(one.page, '35,000').waitFor()
    // Long before the page would look by itself.
    await row(two.page, '35,000').waitFor({ timeout: 15_000 })
    await type(two.page, 14_000)
    await two.page.getByText(/is in the yard since/).waitFor()
    await two.page.getByLabel('Full').fill('')
    await two.page.getByRole('button', { name: 'Second weighing' }).click()
    await two.page.getByLabel('Empty').fill('14000')
    await two.page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await newest()).weighbridge.empty.weight).toBe(14_000)
    // So soon after it came into the book a list may not have it yet: it goes with the next look.
    await row(one.page, '35,000').waitFor({ state: 'detached', timeout: 60_000 })
  })

  test('two phones finish one lorry: the later one is asked', async () => {
    const [one, two] = [await open(), await open()]
    await type(one.page, 30_000)
    await saveFirst(one.page)
    await row(one.page, '30,000').waitFor()
    await allInBook(one.page)
    await two.page.reload()
    await two.page.locator('button.row', { hasText: '30,000' }).click()
    await two.context.setOffline(true)
    await row(one.page, '30,000').click()
    await one.page.getByLabel('Empty').fill('12000')
    await one.page.getByRole('button', { name: 'Finish ticket' }).click()
    await allInBook(one.page)
    const net = async () => (await newest()).inventory.commodity.weight.weight
    await expect.poll(net).toBe(18_000)
    await two.page.getByLabel('Empty').fill('12500')
    await two.page.getByRole('button', { name: 'Finish ticket' }).click()
    await two.context.setOffline(false)
    const asked = two.page.locator('.refused', { hasText: '12,000 kg' })
    await asked.getByText('Weighed here: full 30,000 kg, empty 12,500 kg.').waitFor()
    expect(await net()).toBe(18_000)
    await asked.getByRole('button', { name: 'Correct to mine' }).click()
    await two.page.getByLabel('Reason').fill('A had the driver on the scale')
    await two.page.getByRole('dialog').getByRole('button', { name: 'Correct to mine' }).click()
    await allInBook(two.page)
    expect(await net()).toBe(17_500)
  })

  test('each list says at once that nobody answers, and shows what was kept, from when it is', async () => {
    const watched = await open()
    const { page, context } = watched
    const lists = [
      'stores',
      'stock',
      'movements',
      'contracts',
      'settlements',
      'for-sale',
      'harvest',
      'fields',
    ]
    const others = ['position', 'messages', 'questions', 'files', 'blend', 'import', '']
    const main = page.locator('main')
    const textOf = async () => (await main.innerText()).replaceAll(/\s+/g, ' ')
    const shown = async (at: string) => {
      await page.goto(`/${at}`)
      await page.locator('main h1').first().waitFor()
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
    }
    for (const at of [...lists, ...others]) {
      await shown(at)
      // What is kept is written half a second after it was read, on a slow device later.
      await page.waitForTimeout(2500)
    }
    // The device has a network; the service is away.
    await context.route(/\/(api|healthz)/, (route) => route.abort())
    for (const at of [...lists, ...others]) {
      await shown(at)
      // What two people say is never kept on a device, and a file has no figures before it is read.
      const isKept = !['messages', 'import'].includes(at)
      await expect
        .poll(textOf, { message: at })
        .toMatch(
          isKept
            ? /No connection\. The figures are from \d/
            : /No connection; changes wait until it is back\./,
        )
      expect((await textOf()).match(/No connection/g), at).toHaveLength(1)
    }
    // Where lorries are weighed nothing waits for the connection but what is sent, and one line tells so.
    await shown('weighbridge')
    await expect.poll(textOf).toMatch(/No connection\. The figures are from .*; you can go on weighing/)
    expect(await page.locator('main .offline-line').count()).toBe(1)
    expect(await textOf()).not.toContain('changes wait')
  })

  test('what was done here follows the book: corrected, and deleted', async () => {
    const { page } = await open()
    await type(page, 34_000)
    await page.getByRole('button', { name: /^Use / }).click()
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    const done = page.locator('[data-ticket]').first()
    await done.getByText('in the book').waitFor()
    const { id, inventory, weighbridge } = await newest()
    const { recordId } = inventory
    const empty = weighbridge.empty.weight
    await served.ask('PUT', `/api/inventory/movements/${id}/actions`, {
      recordId,
      weighbridge: { full: 33_000 },
    })
    await done.getByText('corrected in the book').waitFor()
    await done.getByText(`${(33_000 - empty).toLocaleString('en-GB')} kg`).waitFor()
    await served.ask('DELETE', `/api/inventory/movements/${id}`, { recordId })
    await done.getByText('deleted from the book').waitFor()
    expect(await done.getByRole('button', { name: /^Print/ }).count()).toBe(0)
  })

  test('a lorry that is planned for today comes first in the yard, and is weighed there', async () => {
    const { docs } = await served.ask('GET', '/api/inventory/records?f:status=active&limit=50')
    const record =
      docs.find((each: { weight?: { weight: number } }) => (each.weight?.weight ?? 0) > 20_000) ?? docs[0]
    const inAMoment = new Date(Date.now() + 120_000).toISOString()
    await served.ask('POST', '/api/inventory/movements', {
      recordId: record.id,
      movementDateISO: inAMoment,
      weight: 0,
      driver: { vehicleRegistration: 'PL4 N', name: 'Kim', loadReference: 'PLAN-1' },
      destination: { organisationId: 'mill', organisationName: 'Mill' },
      sold: true,
    })
    const { page } = await open()
    const first = page.locator('button.row').first()
    await first.getByText('planned').waitFor()
    await first.click()
    await page.getByText(/^Planned for /).waitFor()
    await page.getByLabel('Empty').fill('14100')
    await page.getByRole('button', { name: 'Save and send to load' }).click()
    await row(page, '14,100').waitFor()
    await expect
      .poll(async () => {
        const found = await served.ask('GET', '/api/inventory/movements?query=PLAN-1')
        return found.docs[0].weighbridge.empty.weight
      })
      .toBe(14_100)
  })
})
