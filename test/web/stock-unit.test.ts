import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn, type WatchedPage } from './browser.ts'
import { seedSales, seedStored } from './seed.ts'
import { forms, heapsIn, textsOfForms } from './stock-forms.ts'
import { useConsole } from './use-console.ts'

/** The screens that show stock, what a bay holds, or what a hectare gave. */
const screens = ['/', '/position', '/stock', '/stores', '/fields', '/contracts', '/harvest', '/for-sale']

/** Figures of other units. A lorry's line is of its ticket, in kilograms. */
const others = {
  t: /\d\s*(kg\b(?!\/)|lb|tons?|bu)\b|(kg|lb|ton|bu)\/ha|, (kg|lb|ton|bu)\b/,
  kg: /\d\s*(t|lb|tons?|bu)\b|\b(t|lb|ton|bu)\/ha|, (t|lb|ton|bu)\b/,
  lb: /\d\s*(t|kg|tons?|bu)\b|\b(t|kg|ton|bu)\/ha|, (t|kg|ton|bu)\b/,
  'short ton': /\d\s*(t|kg|lb|bu)\b|\b(t|kg|lb|bu)\/ha|, (t|kg|lb|bu)\b/,
}
const labels = { t: 't', kg: 'kg', lb: 'lb', 'short ton': 'ton' }

describe.runIf(hasBrowser)('the unit of stock', () => {
  const console = useConsole()

  test.each(['kg', 'lb', 'short ton', 't'] as const)('is one on all screens: %s', async (unit) => {
    const watched = await console.open('/settings/organisation')
    const { page } = watched
    await page.getByLabel('Of stock').selectOption(unit)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const organisation = () => console.served.ask('GET', '/api/identity/organisation')
    await expect.poll(async () => (await organisation()).units.stock).toBe(unit)
    // At once, and after the page was loaded anew.
    await page.getByRole('link', { name: 'Stock', exact: true }).click()
    await page.getByRole('link', { name: 'Position', exact: true }).click()
    await page.getByRole('columnheader', { name: `Together, ${labels[unit]}` }).waitFor()
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

  describe('in which an organisation reads tonnes', () => {
    const sound = async (watched: WatchedPage, name: string) => {
      await watched.page.waitForLoadState('networkidle')
      const texts: string[] = await watched.page.evaluate(textsOfForms)
      expect(
        texts.filter((text) => others.t.test(text)),
        name,
      ).toEqual([])
      await watched.screenshot(`tonnes ${name}`)
    }

    test('is that of a heap explained, of what may be mixed, and of a statement', async () => {
      const watched = await console.open('/')
      const { page, served } = { page: watched.page, served: console.served }
      const [heap] = await heapsIn(served.ask)
      await page.goto(`/stock/${heap.recordId}`)
      await page.locator('.explain .step[aria-expanded]').first().click()
      await page.locator('.explain .entry').first().waitFor()
      await sound(watched, 'a heap')
      await page.goto(`/blend?from=${heap.recordId}`)
      await page.getByRole('textbox', { name: /^From / }).fill('12.5')
      await page.getByLabel('Where to', { exact: true }).selectOption('lorry')
      await page.getByLabel('Buyer', { exact: true }).fill('Valley Mill')
      await page.getByRole('button', { name: 'Do it: load 12.50 t' }).waitFor()
      await sound(watched, 'blend')
      const { day, kilograms } = await seedSales(served)
      const { id } = await served.ask('POST', '/api/inventory/settlements', {
        buyer: { id: 'valley-mill', name: 'Valley Mill' },
        dateISO: day,
        lines: [{ reference: 'S-1', dateISO: day, weight: kilograms - 20 }],
      })
      await page.goto(`/settlements/${id}`)
      await page.locator('.settlement-figures').getByText(' t').first().waitFor()
      expect(await page.locator('.settlement-figures').innerText()).not.toMatch(others.t)
    })

    test.each(forms)('is that of what is typed: %s', async (name, reach) => {
      const watched = await console.open('/')
      const [heap] = await heapsIn(console.served.ask)
      await reach(watched.page, heap)
      await sound(watched, name)
    })

    test('a figure without a unit is tonnes, and what was understood is told', async () => {
      const watched = await console.open('/')
      const { page } = watched
      const [heap] = await heapsIn(console.served.ask)
      await page.goto(`/stock/${heap.recordId}`)
      await page.getByRole('button', { name: 'Count', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Counted, t').fill('12.345678')
      await dialog.getByText('12.345678 t', { exact: true }).waitFor()
      await dialog.getByLabel('Counted, t').fill('12,300 kg')
      await dialog.getByText('12.30 t', { exact: true }).waitFor()
    })

    test('is that of an owner’s grain with others', async () => {
      const lane = await console.served.addOrganisation('Green Lane Farm')
      await seedStored(console.served, lane)
      const watched = await openPage(console.browser, console.served, {})
      await signIn(watched, { ...console.served, owner: lane.owner }, '/mine')
      await watched.page.getByRole('region', { name: 'Balance' }).getByText('20.30 t').waitFor()
      await sound(watched, 'mine')
    })
  })
})

/** What stands on the screen, but for the lines of single lorries and the sentences of the service. */
const textsOfStock = `[...document.querySelectorAll('#content td, #content th, #content p, #content dd, #content li, #content h2, #content .num, #content .figure')]
  .filter((each) => each.checkVisibility() && each.closest('.row, .note') === null && each.querySelector('.row, .note') === null)
  .map((each) => each.textContent)`
