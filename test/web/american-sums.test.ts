import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedSales } from './seed.ts'
import { useConsole } from './use-console.ts'

// Sums that name no crop, on a farm that reads bushels: the counts that an import comes before, and the figures of a buyer's statement.

const SHORT_TON_KG = 907.184_74
const HEADER = 'Date,Ticket,Net (lb),Store,Bay,Sender,Commodity,Harvest year'
/** Figures of units that nobody reads there; lines of lorries are in pounds. */
const METRIC = /\d\s?(kg|t)\b|tonne|kilogram/i

const tons = (kilograms: number, most = 4) =>
  `${(kilograms / SHORT_TON_KG).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: most })} ton`

describe.runIf(hasBrowser)('on an American farm', () => {
  const used = useConsole({ countryISO: 'US' })
  const ask = (method: string, at: string, body?: object) =>
    used.served.ask(method, `/api/inventory/${at}`, body)

  test('what a hectolitre weighs is called test weight, and nothing else, at the scale', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await page.getByLabel('Registration').fill('TW 1')
    await page.getByLabel('From', { exact: true }).fill('Brook End Farm')
    await page.keyboard.press('Escape')
    const grain = page.getByLabel('Grain', { exact: true })
    await grain.selectOption(
      (await grain.locator('option', { hasText: 'Wheat' }).first().getAttribute('value')) ?? '',
    )
    await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
    await page.getByRole('button', { name: /^Add what was measured/ }).click()
    await page
      .getByLabel(/^Test weight/)
      .first()
      .waitFor()
    expect(await page.getByText(/Specific weight|Bushel weight/).count()).toBe(0)
    await watched.expectSound()
  })

  test('the counts that a file of loads comes before are in short tons', async () => {
    const { lines } = await ask('GET', 'position')
    const heap = lines.find((each: { substorageName: string }) => each.substorageName === 'Home 1')
    const records = [{ id: heap.recordId, adjustTo: Math.floor(heap.weight / 1000) * 1000 - 2000 }]
    await ask('POST', 'records/adjustments', { records, reasonId: null })
    const watched = await used.open('/import?kind=inventory%2Floads')
    const { page } = watched
    const row = '2026-11-15,N1,40000,Home Barn,Home 1,Brook End Farm,Winter wheat,2026'
    await page.locator('input[type=file]').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${HEADER}\n${row}\n`),
    })
    await page
      .getByRole('group', { name: /^Its first/ })
      .getByText('40,000 lb')
      .first()
      .waitFor()
    await page
      .locator('.wizard-foot')
      .getByRole('button', { name: /Next|Answer/ })
      .click()
    const counts = page.getByRole('region', { name: /count that stands/ })
    await counts.getByText(/its loss grows by 20\.00 ton to [\d.,]+ ton\.$/).waitFor()
    expect(await counts.innerText()).not.toMatch(METRIC)
    await watched.screenshot('US counts of an import')
  })

  test('the figures of a buyer’s statement are in short tons, and its lines in pounds', async () => {
    const { day, kilograms } = await seedSales(used.served)
    const theirs = kilograms - 900
    const { id } = await ask('POST', 'settlements', {
      buyer: { id: 'valley-mill', name: 'Valley Mill' },
      dateISO: day,
      lines: [{ reference: 'S-1', dateISO: day, weight: theirs }],
    })
    const watched = await used.open(`/settlements/${id}`)
    const { page } = watched
    const figures = page.locator('.settlement-figures')
    for (const weight of [theirs, kilograms]) await figures.getByText(tons(weight)).waitFor()
    await figures.getByText(`−${tons(900)}`).waitFor()
    expect(await page.locator('#content').innerText()).not.toMatch(METRIC)
    await watched.screenshot('US statement of a buyer')
    await page.goto('/settlements')
    await page
      .getByText(`−${tons(900)}`)
      .first()
      .waitFor()
    expect(await page.locator('#content').innerText()).not.toMatch(METRIC)
    await watched.expectSound()
  })
})
