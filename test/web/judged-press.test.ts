import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'
import { isBought } from './walk.ts'

// A clerk is quicker than a slow network: what the book will say is read before the load is in it, however early the button is pressed.

describe.runIf(hasBrowser)('a press on the button that saves', () => {
  const used = useConsole()
  const loads = async (plate: string): Promise<number> =>
    (await used.served.ask('GET', `/api/inventory/movements?limit=50&query=${plate}`)).docs.length
  beforeAll(async () => {
    await seedIntakes(used.served)
    await used.served.ask('POST', '/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage: [
        { name: 'Small bay', capacity: [{ commodityId: 1, weight: 20_000 }] },
        { name: 'Large bay', capacity: [{ commodityId: 1, weight: 900_000 }] },
      ],
    })
  })

  /** A lorry on a phone that is filled in but for its bay, where dry runs are answered once `answer` is called. */
  const comes = async (plate: string) => {
    const watched = await used.open('/weighbridge', { isPhone: true })
    const { page } = watched
    const held = Promise.withResolvers<void>()
    await page.route(/dryRun=true/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByLabel('Registration').fill(plate)
    await page.keyboard.press('Escape')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await isBought(page)
    await page.locator('.scale').getByLabel('Full').fill('42660')
    return { ...watched, answer: () => held.resolve() }
  }
  const tick = (page: Page, bay: string) =>
    page.getByRole('radio', { name: new RegExp(bay) }).check({ force: true })
  const button = (page: Page) => page.getByRole('button', { name: 'Save and send to tip' })
  const lorry = (page: Page, plate: string) => page.locator('button.row', { hasText: plate })
  const judging = (page: Page) => page.locator('.ticket-foot').getByText('Working out what this changes')
  /** In view above the button, and not below what is pinned to the bottom. */
  const expectInView = async (page: Page, words: RegExp) => {
    const notice = page.locator('.ticket-foot').getByText(words)
    await notice.waitFor()
    const [at, below] = await Promise.all([notice.boundingBox(), button(page).boundingBox()])
    expect(at?.y).toBeGreaterThan(0)
    expect((below?.y ?? 0) - (at?.y ?? 0) - (at?.height ?? 0)).toBeGreaterThanOrEqual(0)
  }
  const CONFLICT = /^Makes a conflict: .* “?Small bay/

  test('before the service has said that the bay will be over its limit waits for that, and asks once', async () => {
    const watched = await comes('EARLY 1')
    const { page, answer } = watched
    await tick(page, 'Small bay')
    await button(page).click()
    await judging(page).waitFor()
    expect(await lorry(page, 'EARLY 1').count()).toBe(0)
    answer()
    await expectInView(page, CONFLICT)
    await expectInView(page, /^Please read the warning above/)
    expect(await loads('EARLY 1')).toBe(0)
    await watched.expectLooks('a conflict that came after the press')
    await button(page).click()
    await lorry(page, 'EARLY 1').waitFor()
    await expect.poll(() => loads('EARLY 1')).toBe(1)
  })

  test('after that was read saves at once, and before it where nothing speaks against it', async () => {
    const { page, answer } = await comes('READ 1')
    answer()
    await tick(page, 'Small bay')
    await expectInView(page, CONFLICT)
    await button(page).click()
    await lorry(page, 'READ 1').waitFor()

    const other = await comes('GOOD 1')
    await tick(other.page, 'Large bay')
    await button(other.page).click()
    await judging(other.page).waitFor()
    other.answer()
    await lorry(other.page, 'GOOD 1').waitFor()
  })

  test('is taken back by what is typed meanwhile, and does not wait for a service that never answers', async () => {
    const { page } = await comes('LATE 1')
    await tick(page, 'Small bay')
    await button(page).click()
    await judging(page).waitFor()
    await tick(page, 'Large bay')
    await judging(page).waitFor({ state: 'detached' })
    expect(await lorry(page, 'LATE 1').count()).toBe(0)
    await button(page).click()
    await lorry(page, 'LATE 1').waitFor({ timeout: 10_000 })
  })

  test('without a network waits for nobody', async () => {
    const { page, context } = await comes('GONE 1')
    await tick(page, 'Small bay')
    await context.setOffline(true)
    await page.locator('.top .connection', { hasText: 'No connection' }).waitFor()
    await button(page).click()
    await lorry(page, 'GONE 1').waitFor({ timeout: 2000 })
  })
})
