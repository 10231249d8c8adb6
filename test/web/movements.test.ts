import { setTimeout } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views } from './browser.ts'
import { serveConsole, type ServedConsole } from './service.ts'

/** A machine that is shared is slow, but not that slow. */
const PATIENCE_MS = 40_000

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
    watched.page.setDefaultTimeout(PATIENCE_MS)
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

  test('are sorted by the service, and the order is in the address', async () => {
    const { page, expectSound } = await open({})
    await page.getByRole('button', { name: 'Weight, t' }).click()
    await page.getByRole('button', { name: 'Weight, t' }).click()
    await page.waitForURL('**?sort=weight&desc=1')
    const heaviest = await newest('&sortBy=weight&sortDesc=true')
    await page.locator('tbody tr:not([aria-hidden])').first().getByText(heaviest.uid).waitFor()
    expect(await page.locator('th[aria-sort=descending]').textContent()).toContain('Weight')
    await expectSound()
  })

  test('one is changed, completed, deleted with what that takes back, and entered again', async () => {
    const before = await newest('&f:type=outbound&f:status=complete')
    const watched = await open({}, `/movements?open=${before.id}`)
    const { page } = watched
    const kg = before.inventory.commodity.weight.weight
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('Correct the readings').waitFor()
    await watched.expectSound()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Readings' }).click()
    await page.getByLabel('Full').fill(String(before.weighbridge.full.weight - 100))
    await page.getByText('+100').waitFor()
    await watched.screenshot('movement readings')
    await watched.expectSound()
    // The page hears late of what it saved: even so, what is taken back next is what is stored.
    await page.route(`**/movements/${before.id}`, async (route) => {
      await setTimeout(700)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    expect((await movement(before.id)).inventory.commodity.weight.weight).toBe(kg - 100)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Movement ${before.uid} is deleted.`).waitFor()
    await watched.screenshot('movement deleted')
    await watched.expectSound()
    expect((await movement(before.id)).status).toBe('deleted')
    await page.getByRole('button', { name: 'Enter again' }).click()
    await page.getByText(`Movement ${before.uid} is deleted.`).waitFor({ state: 'detached' })
    const again = await newest('&sortBy=id&sortDesc=true')
    expect(again.inventory.commodity.weight.weight).toBe(kg - 100)
    expect(again.movementDateISO).toBe(before.movementDateISO)
    expect(again.driver).toEqual(before.driver)
    await watched.expectSound()
  })

  test('what is refused stays, with the sentence of the service', async () => {
    const { id } = await newest('&f:type=outbound&f:status=complete')
    const watched = await open({ isPhone: true }, `/movements?open=${id}`)
    const { page } = watched
    await page.getByRole('button', { name: 'Readings' }).click()
    await page.getByLabel('Full').fill('90000000')
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
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
    page.setDefaultTimeout(PATIENCE_MS)
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
