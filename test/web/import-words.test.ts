import type { Page } from 'playwright-core'
import { read, utils } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

// What an office calls its things: said once in the wizard, shown in the preview, and kept for every later file.

const STOCK = '/import?kind=inventory%2Fstores'
const HEADER = 'Store,Bay,Commodity,Harvest year,Weight (t)'
const REFUSED = /status of 4\d\d/

describe.runIf(hasBrowser)('words of an office’s own', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, path: string, body?: object) => used.served.ask(method, path, body)
  const choose = (page: Page, text: string, name = 'stock.csv') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const press = (page: Page, name: RegExp | string) =>
    page.locator('.wizard-foot').getByRole('button', { name }).click()

  test('a crop and a store are said to be ours, and the next file is read so until the word is forgotten', async () => {
    const watched = await open(STOCK)
    const { page } = watched
    const { docs } = await ask('GET', '/api/inventory/storage?type=store&limit=200')
    const store = docs.find((each: { name: string }) => each.name === 'Home Barn')
    await choose(page, `${HEADER}\nHalle 3,Home 1,Golden stuff,2026,5\n`)
    await press(page, 'Next: its rows')
    await page.getByText('Crop Golden stuff · 1 row').waitFor()
    await page.getByLabel('Golden stuff is our').selectOption('Winter Wheat')
    await page.getByLabel('Halle 3 is our').selectOption(store.id)
    await page.getByRole('heading', { name: 'Your words' }).waitFor()
    await page.getByRole('heading', { name: /is wrong/ }).waitFor({ state: 'detached' })
    await watched.screenshot('import words')
    await watched.expectSound(REFUSED)
    // What was said can be taken back, and said again.
    await page.getByLabel('Golden stuff is our').selectOption('')
    await page.getByText('Crop Golden stuff · 1 row').waitFor()
    await page.getByLabel('Golden stuff is our').selectOption('Winter Wheat')
    await page.getByText('Crop Golden stuff · 1 row').waitFor({ state: 'detached' })
    await press(page, 'Next: the sums')
    await press(page, 'Enter 1 row')
    await page.getByText('1 row is in the book.').waitFor()

    await page.goto(STOCK)
    await choose(page, `${HEADER},Note\nhalle 3,Home 1,GOLDEN STUFF,2026,6,x\n`, 'next.csv')
    await page.getByText('“GOLDEN STUFF” is taken for Winter Wheat (your word)').waitFor()
    await page.getByText('“halle 3” is taken for Home Barn (your word)').waitFor()
    await watched.screenshot('import words taken')

    await page.goto('/import')
    const word = page.locator('.row', { hasText: '“Golden stuff” is Winter Wheat' })
    await word.waitFor()
    await page.getByText('“Halle 3” is Home Barn').waitFor()
    await watched.screenshot('import words listed')
    await page.getByRole('button', { name: 'Forget “Golden stuff”' }).click()
    await word.waitFor({ state: 'detached' })
    const left: { word: string }[] = await ask('GET', '/api/inventory/imports/aliases')
    expect(left.map((each) => each.word)).toEqual(['Halle 3'])
  })

  test('an empty table comes as a workbook where Excel is asked for', async () => {
    const { page } = await open('/import')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save an empty table: Stores and bays, Excel' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('stores.xlsx')
    const { Sheets: sheets } = read(await readFile(await file.path()))
    const [header = []] = Object.values(sheets).flatMap((each) =>
      utils.sheet_to_json<string[]>(each, { header: 1 }),
    )
    expect(header).toContain('Capacity (t)')
  })

  test('a file that somebody else sends at the same time is not taken for one’s own', async () => {
    const watched = await open('/import?kind=fields')
    const { page } = watched
    await choose(page, 'Field,Area (ha)\nMine,1.5\n', 'fields.csv')
    await press(page, 'Next: the sums')
    // Between the click and the file's arrival another import of the kind is over.
    await page.route('**/imports/fields?dryRun=false*', async (route) => {
      const form = new FormData()
      form.append('file', new Blob(['Field,Area (ha)\nTheirs,1.5\nTheirs too,1\n']), 'fields.csv')
      await ask('POST', '/api/inventory/imports/fields', form)
      await page.waitForTimeout(2000)
      await route.continue()
    })
    await press(page, 'Enter 1 row')
    await page.getByText('1 row is in the book.').waitFor()
    const run = new URL(page.url()).searchParams.get('run')
    const { success } = await ask('GET', `/api/inventory/imports/${run}`)
    expect(success).toBe(1)
  })
})
