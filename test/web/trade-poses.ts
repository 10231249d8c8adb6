import type { Page } from 'playwright-core'
import type { Pose } from './pose-steps.ts'

// What the pictures in docs/console show of trading, charges, counts and reports, all of the sample farm.

/** Opens a list, and waits for its first entry. */
async function openList(page: Page, at: string) {
  await page.goto(at)
  const first = page.locator(`main a[href*="${at}/0"]`).first()
  await first.waitFor()
  return first
}

/** Opens the first entry of a list, and waits until all of it is read. */
const opensFirst =
  (at: string): Pose =>
  async (page) => {
    await (await openList(page, at)).click()
    await page.waitForURL(/[0-9a-f]{12}$/)
    await page.locator('main h1').waitFor()
    await isRead(page)
  }

async function isRead(page: Page): Promise<void> {
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' })
}

const listOf =
  (at: string): Pose =>
  async (page) => {
    await openList(page, at)
    await isRead(page)
  }

const screenAt =
  (at: string): Pose =>
  async (page) => {
    await page.goto(at)
    await page.locator('main h1').waitFor()
    await isRead(page)
    // Charts are drawn a moment after their figures.
    await page.waitForTimeout(1000)
  }

export const tradePoses: Record<string, Pose> = {
  trades: listOf('/trades'),
  trade: opensFirst('/trades'),
  'trading-position': screenAt('/trades/position'),
  orders: listOf('/orders'),
  order: opensFirst('/orders'),
  charges: listOf('/charges'),
  charge: opensFirst('/charges'),
  reports: screenAt('/reports'),
  books: screenAt('/books'),
}
