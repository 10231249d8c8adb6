import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// What is doubtful about a ticket is asked where it is saved: a phone shows the weight far above its button.

describe.runIf(hasBrowser)('a doubtful ticket', () => {
  const used = useConsole()
  const loads = async (query: string) =>
    (await used.served.ask('GET', `/api/inventory/movements?limit=50&${query}`)).docs.length
  /** A ticket of yesterday's paper, on a phone. */
  const typed = async (full: string, reference: string) => {
    const watched = await used.open('/weighbridge', { isPhone: true })
    const { page } = watched
    await page.locator('.chip').first().click()
    await page.locator('.scale').getByLabel('Full').fill(full)
    await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
    const late = page.getByRole('group', { name: 'A late ticket' })
    await late.getByLabel('Empty, in kilograms').fill('15 000')
    await late.getByLabel('Number on the ticket').fill(reference)
    await page.getByRole('region', { name: 'What the book will say' }).locator('.change-in').first().waitFor()
    return watched
  }
  const button = (page: Page) => page.getByRole('button', { name: 'Finish ticket' })
  /** It stands above the button, in view. */
  const expectAsked = async (page: Page, words: RegExp) => {
    const question = page.getByRole('alert').filter({ hasText: words })
    await question.waitFor()
    const [asked, below] = await Promise.all([question.boundingBox(), button(page).boundingBox()])
    expect(asked?.y).toBeGreaterThan(0)
    expect((below?.y ?? 0) - (asked?.y ?? 0)).toBeGreaterThan(0)
  }
  beforeAll(() => seedIntakes(used.served))

  test.each([
    ['a weight that few lorries have', '71 000', 'D-1', /^71,000 kg is more than a lorry weighs here/],
    ['a load that is far lighter than others', '15 200', 'D-3', /^200 kg net is very little/],
    ['a number that is in the book already', '40 000', 'D-1', /^Ticket D-1 is in the book already/],
  ])(
    'of %s is asked about beside the button, and saved with the next press',
    async (_what, full, reference, words) => {
      const before = await loads(`query=${reference}`)
      const watched = await typed(full, reference)
      const { page } = watched
      await button(page).click()
      await expectAsked(page, words)
      expect(await loads(`query=${reference}`)).toBe(before)
      await watched.screenshot(`doubt ${full}`)
      await button(page).click()
      await expect.poll(() => loads(`query=${reference}`)).toBe(before + 1)
      await watched.expectSound()
    },
  )

  test('a weight in bushels is none that a scale shows, and nothing is saved', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await page.locator('.chip').first().click()
    await page.locator('.scale').getByLabel('Full').fill('1,100 bu')
    await page.getByText('A scale shows kg; bushels are of the grain alone.').waitFor()
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.getByText('A scale shows kg; bushels are of the grain alone.').waitFor()
    expect(await page.locator('button.row').count()).toBe(0)
    await watched.expectSound()
  })

  test('a weight that was put right after the question is saved with one press', async () => {
    const watched = await typed('71 000', 'D-2')
    const { page } = watched
    await button(page).click()
    await expectAsked(page, /^71,000 kg is more than a lorry weighs here/)
    await page.locator('.scale').getByLabel('Full').fill('41 000')
    await page.getByText('26,000').first().waitFor()
    await button(page).click()
    await expect.poll(() => loads('query=D-2')).toBe(1)
    await watched.expectSound()
  })
})
