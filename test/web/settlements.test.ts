import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedSales } from './seed.ts'
import { useConsole } from './use-console.ts'

const MANY = 10_000
const path = '/api/inventory/settlements'

/** How far a text stands out of the table that it is in, or of its own box, in pixels. */
const BEYOND_ITS_TABLE = (text: { closest: (at: string) => Box | null } & Box) =>
  Math.max(
    text.getBoundingClientRect().right - (text.closest('[role=region]')?.getBoundingClientRect().right ?? 0),
    text.scrollWidth - text.clientWidth,
  )
interface Box {
  getBoundingClientRect: () => { right: number }
  scrollWidth: number
  clientWidth: number
}

describe.runIf(hasBrowser)('settlements', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)

  test('where there is none, it says what one is for and how to enter it', async () => {
    const watched = await open('/settlements', { isPhone: true })
    await watched.page.getByRole('heading', { name: 'No statements yet' }).waitFor()
    await watched.expectLooks('settlements empty')
    await watched.page.getByRole('link', { name: 'New statement' }).click()
    await watched.page.getByRole('heading', { name: 'New statement' }).waitFor()
    await watched.expectSound()
  })

  describe('with loads that left', () => {
    let sales: Awaited<ReturnType<typeof seedSales>>
    beforeAll(async () => {
      sales = await seedSales(used.served)
    })
    const table = () =>
      [
        'Lieferschein;Datum;Kennzeichen;Netto',
        `S-1;${sales.day};;${sales.kilograms - 20}`,
        `S-2;${sales.day};;${sales.kilograms - 900}`,
        `X-9;${sales.day};ZZ99 ZZZ;500`,
      ].join('\n')

    test('a table is pasted, a unit asked back, compared and entered by keyboard', async () => {
      const watched = await open('/settlements/new')
      const { page } = watched
      await page.getByLabel('Buyer', { exact: true }).focus()
      await page.keyboard.type('Valley M')
      await page.getByRole('option', { name: 'Valley Mill' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByLabel('Reference', { exact: true }).focus()
      await page.keyboard.type('ST-88')
      await page.getByLabel('The statement as a table').fill(table())
      await page.getByRole('button', { name: 'Compare with our loads' }).focus()
      await page.keyboard.press('Enter')
      const question = page.getByRole('group', { name: 'One thing is not clear' })
      await question.waitFor()
      await watched.expectSound(/400/)
      await question.getByRole('button', { name: /\bkg\b/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: '1 of 3 lines agree' }).waitFor()
      expect((await ask('GET', path)).totalDocs).toBe(0)
      await watched.expectLooks('settlement new', /400/)
      // A reload loses nothing.
      await page.reload()
      await page.getByRole('button', { name: 'Compare with our loads' }).click()
      await page.getByRole('button', { name: 'Enter the statement' }).click()
      await page.waitForURL(/settlements\/[0-9a-f-]{36}$/)
      await page.getByRole('heading', { name: 'Valley Mill' }).waitFor()
    })

    test('each line stands beside its load; it is decided, and the statement closed', async () => {
      const watched = await open('/settlements')
      const { page } = watched
      await page.getByText('2 to decide').waitFor()
      await watched.expectLooks('settlements')
      await page.getByRole('link', { name: 'Valley Mill' }).click()
      const missing = page.getByRole('region', { name: 'Missing on it' })
      await missing.getByText('S-3').waitFor()
      await page.getByText('differs').first().waitFor()
      await watched.expectLooks('settlement')
      expect(await page.getByRole('button', { name: 'Close', exact: true }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Decide line 2' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Decide line 2' })
      await dialog.getByLabel('Decision').selectOption('written_off')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('is needed: why the difference is written off').waitFor()
      const reason = 'Missing passport or assurance'
      await dialog.getByLabel('Reason').selectOption({ label: reason })
      await watched.expectLooks('settlement line', /400/)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByText(`written off ${reason}`).waitFor()
      // All of it is seen where the table is narrow, and on a phone.
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        const words = page.getByText(reason, { exact: true })
        await watched.screenshot(`settlement reason ${width}`)
        expect(await words.evaluate(BEYOND_ITS_TABLE), String(width)).toBeLessThanOrEqual(0)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: 'Decide line 3' }).click()
      await page.getByLabel('Our load').selectOption(String(sales.ids[2]))
      await page.getByLabel('Decision').selectOption('claimed')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('claimed', { exact: true }).first().waitFor()
      await missing.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByText(/^Closed by /).waitFor()
      expect(await page.getByRole('button', { name: 'Decide line 2' }).count()).toBe(0)
      await watched.expectSound(/400/)
    })

    test('lines are typed, and what is refused is said', async () => {
      const watched = await open('/settlements/new', { isPhone: true })
      const { page } = watched
      await page.getByLabel('Buyer', { exact: true }).fill('Nobody at all')
      await page.getByText('Type them').click()
      await page.getByLabel('Line 1: number').fill('S-1')
      await page.getByLabel('Line 1: net, in kilograms').fill('20,000')
      await page.getByRole('button', { name: 'Add a line' }).click()
      await page.getByRole('button', { name: 'Take line 2 out' }).click()
      await page.getByRole('button', { name: 'Compare with our loads' }).click()
      await page
        .getByText(/is nobody you trade with/)
        .first()
        .waitFor()
      await watched.expectLooks('settlement typed', /400/)
    })

    test('without a network it says from when it is, and nothing can be entered', async () => {
      const watched = await open('/settlements')
      const { page, context } = watched
      await page.getByRole('link', { name: 'Valley Mill' }).waitFor()
      await context.setOffline(true)
      await page.getByRole('button', { name: 'As CSV' }).and(page.locator(':disabled')).waitFor()
      await page.getByRole('link', { name: 'Valley Mill' }).waitFor()
      await watched.expectSound(/ERR_INTERNET_DISCONNECTED/)
    })

    test('of ten thousand only those in view are drawn; they are found and sorted by the service', async () => {
      const watched = await open('/')
      const { page } = watched
      const answer = await ask('GET', `${path}?limit=1`)
      const asked: string[] = []
      await page.route('**/api/inventory/settlements?**', (route) => {
        const query = new URL(route.request().url()).searchParams
        const offset = Number(query.get('offset') ?? 0)
        asked.push(String(query))
        const docs = Array.from({ length: offset === 0 ? 200 : MANY - 200 }, (_row, index) => ({
          ...answer.docs[0],
          id: `${offset + index}`,
          reference: `C-${offset + index + 1}`,
        }))
        return route.fulfill({ json: { ...answer, docs, totalDocs: MANY, offset, limit: 200 } })
      })
      await page.getByRole('link', { name: 'Charges', exact: true }).click()
      await page.getByRole('link', { name: 'Settlements', exact: true }).click()
      await page.getByText('10,000 statements').waitFor()
      const region = page.getByRole('region', { name: 'Settlements' })
      await expect
        .poll(async () => {
          await region.evaluate((each) => Object.assign(each, { scrollTop: each.scrollHeight }))
          return page.getByText(`C-${MANY}`, { exact: true }).count()
        })
        .toBe(1)
      expect(await page.locator('tbody tr').count()).toBeLessThanOrEqual(60)
      await page.getByRole('button', { name: 'Date' }).click()
      await page.waitForURL('**?sort=date')
      await watched.expectSound()
    })

    test('in German and French', async () => {
      const watched = await open('/settlements')
      const { page } = watched
      await page.locator('.side').getByLabel('Language').selectOption('de')
      await page.getByRole('heading', { name: 'Abrechnungen' }).waitFor()
      await page.getByRole('link', { name: 'Valley Mill' }).click()
      await page.getByText('abgeschrieben').first().waitFor()
      await watched.screenshot('settlement in German')
      await watched.expectSound()
      await page.locator('.side').getByLabel('Sprache').selectOption('fr')
      await page.getByText('passé en perte').first().waitFor()
      await watched.expectSound()
    })
  })
})
