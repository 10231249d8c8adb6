import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

// Questions that a file leaves open are asked in the page, each with one tick, and not by parameters of programs.

const HEADER = 'Date,Ticket,Net (t),Store,Bay,Sender,Receiver,Field,Commodity,Harvest year'

describe.runIf(hasBrowser)('a file', () => {
  const used = useConsole()
  const ask = (method: string, at: string, body?: object) =>
    used.served.ask(method, `/api/inventory/${at}`, body)

  test('of loads asks once whose numbers, whose names and which hours its rows have, says which counts they come before, and goes in', async () => {
    await ask('POST', 'storage', {
      name: 'Quay',
      type: 'store',
      location: null,
      substorage: [{ name: 'Q 1' }],
    })
    const before = new FormData()
    const season = `${HEADER}\n2026-08-02,N1,20,Home Barn,Home 1,Brook End Farm,,,Winter wheat,2026\n`
    before.append('file', new Blob([season]), 'august.csv')
    expect(await ask('POST', 'imports/inventory/loads', before)).toMatchObject({ success: 1 })
    // Counted today, which the rows come before.
    const { lines } = await ask('GET', 'position')
    const counted = lines.find((each: { substorageName: string }) => each.substorageName === 'Home 1')
    const records = [{ id: counted.recordId, adjustTo: Math.floor(counted.weight / 1000) * 1000 - 2000 }]
    await ask('POST', 'records/adjustments', { records, reasonId: null })

    const watched = await used.open('/import?kind=inventory%2Floads')
    const { page } = watched
    const press = (name: RegExp | string) =>
      page.locator('.wizard-foot').getByRole('button', { name }).click()
    const rows = [
      '2026-11-15,N1,21,Home Barn,Home 1,New Valley Farm,,,Winter wheat,2026',
      '2026-11-16T09:15,N8,20,Quay,Q 1,New Valley Farm,,,Winter wheat,2026',
      '2026-11-16,N9,12,Quay,Q 1,,Valley Mill,,,',
    ]
    await page.locator('input[type=file]').setInputFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${HEADER}\n${rows.join('\n')}\n`),
    })
    const preview = page.getByRole('group', { name: /^Its first 3 rows/ })
    await preview
      .getByText(/ · In · /)
      .first()
      .waitFor()
    expect(await preview.innerText()).not.toMatch(/\b[a-z]+_[a-z]+\b/)
    await press(/Next|Answer/)

    await page.getByText('Partner New Valley Farm · 2 rows').waitFor()
    await page.getByLabel('Make these partners').check()
    const number = page.getByRole('group', { name: 'Tickets with numbers of earlier loads' })
    await number.getByText('1 ticket has the number of an earlier load: is it a new load?').waitFor()
    await number.getByLabel('New loads: the numbers have begun again').check()
    const days = page.getByRole('region', { name: 'Loads without a time' })
    await days.getByText('2 rows have no time and are taken as the start of their day.').waitFor()
    // What left on the day of the load that it was of has nothing to leave from before that has come.
    await page.getByRole('heading', { name: '1 row is wrong' }).waitFor()
    const counts = page.getByRole('region', { name: 'Rows are dated before 1 count that stands' })
    await counts.getByText('Home Barn, Home 1').waitFor()
    await counts.getByText(/^The count of .* stands: its loss grows by 21.00 t to /).waitFor()
    await watched.expectSound(/status of 4\d\d/)
    await days.getByLabel('Put rows without a time at the end of their day').check()
    await days.getByText('2 rows have no time and are taken as the end of their day.').waitFor()
    await page.getByRole('heading', { name: /wrong/ }).waitFor({ state: 'detached' })
    await press('Next: the sums')
    await press('Enter 3 rows')
    await page.getByText('3 rows are in the book.').waitFor()

    const { docs } = await ask('GET', 'movements?limit=20&sortBy=id&sortDesc=true')
    const kilograms = (ticket: string): number[] =>
      docs
        .filter((each: Load) => each.driver.loadReference === ticket)
        .map((each: Load) => each.inventory.commodity.weight.weight)
    expect(['N1', 'N8', 'N9'].map(kilograms)).toEqual([[21_000, 20_000], [20_000], [12_000]])
    await watched.expectSound(/status of 4\d\d/)
  })

  test('of counts goes into the stock-take whose page it came from', async () => {
    const { id } = await ask('POST', 'stocktakes', { name: 'By sheet' })
    const linesNow = async () => (await ask('GET', `stocktakes/${id}`)).lines
    const [line] = await linesNow()
    const watched = await used.open(`/stocktakes/${id}`)
    const { page } = watched
    await page.getByRole('link', { name: 'From a file' }).click()
    await page.getByText('The counts of the file go into the stock-take “By sheet”.').waitFor()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const row = [line.storageName, line.substorageName, '0.001', yesterday, 'Old Reed'].join(',')
    await page.locator('input[type=file]').setInputFiles({
      name: 'sheet.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Store,Bay,Counted (t),Counted at,Counted by\n${row}\n`),
    })
    const foot = page.locator('.wizard-foot')
    await foot.getByRole('button', { name: /^Next/ }).click()
    await page.getByText(/^Counted 1 kg, where the book has/).waitFor()
    await page.getByLabel('I have looked at them').check()
    await foot.getByRole('button', { name: /^Next/ }).click()
    await foot.getByRole('button', { name: 'Enter 1 row' }).click()
    await expect
      .poll(async () => (await linesNow())[0]?.counts)
      .toMatchObject([{ weight: 1, countedBy: 'Old Reed' }])
    await watched.expectSound()
  })
})

interface Load {
  driver: { loadReference: string }
  inventory: { commodity: { weight: { weight: number } } }
}
