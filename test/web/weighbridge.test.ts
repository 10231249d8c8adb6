import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser, openPage, signIn, views, type WatchedPage } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { pretendIndicator } from './indicator.ts'
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

  const open = async (view = {}): Promise<WatchedPage> => {
    const watched = await openPage(browser, served, view)
    await pretendIndicator(watched.context)
    await signIn(watched, served, '/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    return watched
  }
  const newest = async () => (await served.ask('GET', '/api/inventory/movements?type=intake&limit=1')).docs[0]
  const inBook = (page: Page) =>
    expect.poll(() => page.locator('.top .connection').textContent()).toBe('Everything is in the book')
  const put = (page: Page, kg: number) =>
    page.evaluate((weight) => Object.assign(globalThis, { onBridge: weight }), kg)

  test.each(views)('both weighings of a known lorry are six taps, %s', async (name, view) => {
    const watched = await open(view)
    const { page } = watched
    let taps = 0
    const tap = async (button: ReturnType<Page['locator']>) => {
      taps += 1
      await button.click()
    }
    await watched.screenshot(`weighbridge empty ${name}`)
    await put(page, 42_660)
    await tap(page.locator('.chip').first())
    await tap(page.getByRole('button', { name: 'Take weight' }))
    await watched.screenshot(`weighbridge recalled ${name}`)
    await watched.expectSound()
    await tap(page.getByRole('button', { name: 'Save and send to tip' }))
    await put(page, 14_200)
    await tap(page.locator('button.row').first())
    await tap(page.getByRole('button', { name: 'Take weight' }))
    await watched.screenshot(`weighbridge second ${name}`)
    await watched.expectSound()
    await tap(page.getByRole('button', { name: 'Finish ticket' }))
    expect(taps).toBe(6)
    await inBook(page)
    const { weighbridge, inventory, actionsRequired, driver } = await newest()
    expect([weighbridge.full.weight, weighbridge.empty.weight, inventory.commodity.weight.weight]).toEqual([
      42_660, 14_200, 28_460,
    ])
    expect([actionsRequired.status, driver.vehicleRegistration]).toEqual(['none', 'BB02 BEF'])
    await watched.screenshot(`weighbridge done ${name}`)
    await watched.expectSound()
  })
})
