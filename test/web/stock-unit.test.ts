import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

/** The screens that show stock, what a bay holds, or what a hectare gave. */
const screens = ['/', '/position', '/stock', '/stores', '/fields', '/contracts', '/harvest', '/for-sale']

/** Figures of the other unit. A lorry's line is of its ticket, in kilograms. */
const others = { t: /\d\s*kg\b|kg\/ha|, kg\b/, kg: /\d\s*t\b|\bt\/ha|, t\b/ }

describe.runIf(hasBrowser)('the unit of stock', () => {
  const console = useConsole()

  test.each(['t', 'kg'] as const)('is one on all screens: %s', async (unit) => {
    const watched = await console.open('/settings/organisation')
    const { page } = watched
    await page.getByText(unit === 't' ? 'Tonnes' : 'Kilograms', { exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const organisation = () => console.served.ask('GET', '/api/identity/organisation')
    await expect.poll(async () => (await organisation()).stockUnit).toBe(unit)
    // At once, and after the page was loaded anew.
    await page.getByRole('link', { name: 'Position' }).first().click()
    await page.getByRole('columnheader', { name: `Together, ${unit}` }).waitFor()
    for (const screen of screens) {
      await page.goto(screen)
      await page.locator('#content h1').waitFor()
      await expect.poll(() => page.locator('#content [aria-busy=true]').count()).toBe(0)
      await page.waitForLoadState('networkidle')
      const texts: string[] = await page.evaluate(textsOfStock)
      expect(
        texts.filter((text) => others[unit].test(text)),
        screen,
      ).toEqual([])
      await watched.screenshot(`stock in ${unit} ${screen.slice(1) || 'today'}`)
    }
    await watched.expectSound()
  })
})

/** What stands on the screen, but for the lines of single lorries and the sentences of the service. */
const textsOfStock = `[...document.querySelectorAll('#content td, #content th, #content p, #content dd, #content li, #content h2, #content .num, #content .figure')]
  .filter((each) => each.checkVisibility() && each.closest('.row, .note') === null && each.querySelector('.row, .note') === null)
  .map((each) => each.textContent)`
