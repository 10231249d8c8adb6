import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

describe.runIf(hasBrowser)('movements', () => {
  let browser: Browser
  let served: ServedConsole
  beforeAll(async () => {
    ;[browser, served] = await Promise.all([launchBrowser(), serveConsole()])
  })
  afterAll(async () => {
    await browser.close()
    await served.close()
  })

  const open = async (view: Parameters<typeof openPage>[2], at = '/movements') => {
    const watched = await openPage(browser, served, view)
    await signIn(watched, served, at)
    await watched.page.getByRole('region', { name: 'Movements' }).waitFor()
    return watched
  }
  const movement = (id: number) => served.ask('GET', `/api/inventory/movements/${id}`)
  const newest = async (query = '') =>
    (await served.ask('GET', `/api/inventory/movements?limit=1${query}`)).docs[0]

  test.each(views)('are listed, narrowed and opened %s', async (name, view) => {
    const watched = await open(view)
    const { page } = watched
    await watched.screenshot(`movements ${name}`)
    await watched.expectSound()
    if (view.isPhone) await page.getByRole('button', { name: 'Filters' }).click()
    const within = view.isPhone ? page.getByRole('dialog') : page.getByRole('complementary')
    await within.getByLabel('Out', { exact: true }).check()
    await page.waitForURL('**?type=outbound')
    await watched.screenshot(`movements filters ${name}`)
    await watched.expectSound()
    if (view.isPhone) await page.getByRole('button', { name: 'Close' }).click()
    const { uid } = await newest('&f:type=outbound')
    if (view.isPhone) await page.locator('.compact-open').first().click()
    else await page.getByRole('button', { name: uid, exact: true }).click()
    await page.getByRole('heading', { name: `Movement ${uid}` }).waitFor()
    await page.getByText('What the load was made of').waitFor()
    await watched.screenshot(`movement ${name}`)
    await watched.expectSound()
    await page.reload()
    await page.getByRole('heading', { name: `Movement ${uid}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\?type=outbound$/)
  })

  test('name a store and its bay on one line, also on a narrow desktop', async () => {
    const { page } = await open({})
    const lines = (): Promise<number[]> => page.evaluate(LINES_OF_PLACES)
    for (const width of [1024, 1366, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => (await lines()).length).toBeGreaterThan(0)
      expect(new Set(await lines()), `${width}`).toEqual(new Set([1]))
    }
  })

  test('have a row of totals of what is filtered, which stays in view', async () => {
    const { page, expectSound } = await open({}, '/movements?type=outbound')
    const totals = await served.ask('GET', '/api/inventory/movements/totals?f:type=outbound')
    const row = page.locator('tfoot tr').first()
    const tonnes = (totals.out.weight / 1000).toLocaleString('en-GB', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    await expect.poll(() => row.innerText()).toContain(`${tonnes} t`)
    expect(await page.locator('tfoot tr').count()).toBe(1)
    // Its words make no column wider: the table is no wider than its box.
    expect(await page.getByRole('region', { name: 'Movements' }).evaluate(WIDER_BY)).toBeLessThanOrEqual(1)
    const table = await page.getByRole('region', { name: 'Movements' }).boundingBox()
    const stands = await row.boundingBox()
    expect((stands?.y ?? 0) + (stands?.height ?? 0)).toBeLessThanOrEqual(
      (table?.y ?? 0) + (table?.height ?? 0) + 1,
    )
    await expectSound()
  })

  test('are sorted by the service, and the order is in the address', async () => {
    const { page, expectSound } = await open({})
    await page.getByRole('button', { name: 'Weight, kg' }).click()
    await page.getByRole('button', { name: 'Weight, kg' }).click()
    await page.waitForURL('**?sort=weight&desc=1')
    const heaviest = await newest('&sortBy=weight&sortDesc=true')
    await page.locator('tbody tr:not([aria-hidden])').first().getByText(heaviest.documentNumber).waitFor()
    expect(await page.locator('th[aria-sort=descending]').textContent()).toContain('Weight')
    await expectSound()
  })

  test('one is changed, completed, deleted with what that takes back, and restored', async () => {
    const before = await newest('&f:type=outbound&f:status=complete')
    const watched = await open({}, `/movements?open=${before.id}`)
    const { page } = watched
    const kg = before.inventory.commodity.weight.weight
    const edit = page.getByRole('button', { name: 'Edit' })
    const stood = await edit.boundingBox()
    await edit.click()
    await page.getByText('Correct the readings').waitFor()
    // The form is where its button was, above what the load was made of and the papers.
    const form = await page.getByRole('dialog').locator('form').boundingBox()
    const papers = await page.getByRole('button', { name: /^Recall sheet/ }).boundingBox()
    expect(Math.abs((form?.y ?? 0) - (stood?.y ?? 0))).toBeLessThan(12)
    expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThan(papers?.y ?? 0)
    await watched.expectSound()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Readings' }).click()
    await page.getByLabel('Full').fill(String(before.weighbridge.full.weight - 100))
    await page.getByText('+0.10').waitFor()
    await watched.screenshot('movement readings')
    await watched.expectSound()
    // The page hears late of what it saved: even so, what is taken back next is what is stored.
    await page.route(`**/movements/${before.id}`, async (route) => {
      await setTimeout(700)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    expect((await movement(before.id)).inventory.commodity.weight.weight).toBe(kg - 100)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByLabel('Reason').fill('Weighed twice')
    await page.getByRole('button', { name: `Delete movement ${before.documentNumber}` }).click()
    await page.getByText(`Movement ${before.documentNumber} is deleted.`).waitFor()
    await watched.screenshot('movement deleted')
    await watched.expectSound()
    expect((await movement(before.id)).status).toBe('deleted')
    // An hour later, on its own page: the same number, its readings and its driver, and who did what.
    await page.goto(`${served.url}/movements?open=${before.id}`)
    const panel = page.getByRole('dialog')
    await panel.getByText('Reason: Weighed twice').waitFor()
    await panel.getByText(/Full: [\d,]+ kg → [\d,]+ kg/).waitFor()
    await watched.expectSound()
    await panel.getByRole('button', { name: 'Restore' }).click()
    await panel.getByText('Restored').waitFor()
    const again = await movement(before.id)
    expect(again).toMatchObject({
      documentNumber: before.documentNumber,
      status: 'complete',
      driver: before.driver,
    })
    expect(again.inventory.commodity.weight.weight).toBe(kg - 100)
    expect(again.movementDateISO).toBe(before.movementDateISO)
    await watched.screenshot('movement restored')
    await watched.expectSound()
  })

  test('another day keeps the hour, and what somebody else has changed meanwhile', async () => {
    const { id, inventory, movementDateISO } = await newest('&f:type=intake&f:status=complete')
    const watched = await open({ isPhone: true }, `/movements?open=${id}`)
    const { page } = watched
    await page.getByRole('button', { name: 'Edit' }).click()
    const day = await page.getByLabel('Day', { exact: true }).inputValue()
    const time = await page.getByLabel('Time', { exact: true }).inputValue()
    await served.ask('PUT', `/api/inventory/movements/${id}/actions`, {
      recordId: inventory.recordId,
      driver: { name: 'Someone Else' },
    })
    const before = new Date(`${day}T12:00:00Z`)
    before.setUTCDate(before.getUTCDate() - 1)
    await page.getByLabel('Day', { exact: true }).fill(before.toISOString().slice(0, 10))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The version that was read is no longer the last: it is read anew, and saved by the next press.
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    const after = await movement(id)
    const hours = (Date.parse(movementDateISO) - Date.parse(after.movementDateISO)) / 3_600_000
    expect([23, 24, 25]).toContain(hours)
    expect(after.driver.name).toBe('Someone Else')
    expect(time).toMatch(/^\d\d:\d\d$/)
    await page.getByText(/Date: .* → /).waitFor()
    await watched.screenshot('movement history phone')
    await watched.expectSound(/status of 412/)
  })

  test('what is refused stays, with the sentence of the service', async () => {
    const { id } = await newest('&f:type=outbound&f:status=complete')
    const watched = await open({ isPhone: true }, `/movements?open=${id}`)
    const { page } = watched
    await page.getByRole('button', { name: 'Readings' }).click()
    await page.getByLabel('Full').fill('90000000')
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(2)
    await watched.screenshot('movement refused phone')
    await watched.expectSound(/status of 400/)
  })

  test('actions required are counted in the rail, filtered, and done in bulk by keyboard', async () => {
    const { totalDocs } = await served.ask('GET', '/api/inventory/movements/actions?limit=1')
    const watched = await open({}, '/movements?actions=1')
    const { page } = watched
    await page.getByText(`${totalDocs} actions required`).waitFor()
    await page.getByText(`${totalDocs} movement`).waitFor()
    await page.getByLabel('Choose all that are shown').focus()
    await page.keyboard.press('Space')
    await page.getByText(`${totalDocs} chosen`).waitFor()
    await watched.screenshot('movements bulk')
    await watched.expectSound()
    await page.getByRole('button', { name: 'Complete', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${totalDocs} done.`).waitFor()
    const after = await served.ask('GET', '/api/inventory/movements/actions?limit=1')
    expect(after.totalDocs).toBe(0)
    await watched.expectSound()
  })

  test('a thousand are scrolled through, and only what is seen is drawn', async () => {
    const { id, inventory } = await newest('&f:type=outbound')
    for (let made = 0; made < 1000; made += 100)
      await served
        .ask('POST', `/api/inventory/movements/${id}/duplicate`, { recordId: inventory.recordId, count: 100 })
        .catch(() => undefined)
    const { totalDocs } = await served.ask('GET', '/api/inventory/movements?limit=1')
    const watched = await open({})
    const { page } = watched
    const region = page.getByRole('region', { name: 'Movements' })
    await expect
      .poll(
        async () => {
          await region.evaluate((element) => element.scrollTo(0, element.scrollHeight))
          return Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount'))
        },
        { timeout: 30_000 },
      )
      .toBe(totalDocs + 1)
    expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(60)
    await watched.expectSound()
  })

  test('nothing found says so, and without a network nothing is changed', async () => {
    const watched = await openPage(browser, served)
    const { page, context } = watched
    await signIn(watched, served, '/movements?since=2001-01-01&until=2001-01-02')
    await page.getByText('No movement is like this').waitFor()
    await watched.expectSound()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('region', { name: 'Movements' }).waitFor()
    await context.setOffline(true)
    await page.getByText('The figures are from').waitFor()
    expect(await page.getByRole('button', { name: 'CSV' }).isDisabled()).toBe(true)
    await watched.screenshot('movements offline')
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
  })

  test.each([
    ['de', 'Bewegungen', 'Zu erledigen'],
    ['fr', 'Mouvements', 'À compléter'],
  ])('speak %s', async (language, heading, actions) => {
    const watched = await open({})
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption(language)
    await page.getByRole('heading', { name: heading }).waitFor()
    await page.getByLabel(actions).waitFor()
    await watched.screenshot(`movements ${language}`)
    await watched.expectSound()
  })
})

/** On how many lines each store with its bay stands, where its name is of usual length. */
const LINES_OF_PLACES = `[...document.querySelectorAll('td > .cell')]
  .filter((each) => /^[^·]{1,10} · [^·]{1,8}$/.test(each.textContent))
  .map((each) => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)))`

/** By how much what is in a box is wider than it. */
const WIDER_BY = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) =>
  scrollWidth - clientWidth
