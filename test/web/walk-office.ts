import { expect } from 'vitest'
import { wordsOf, press, sentence, type Walk } from './walk-language.ts'

// What an office does beside its stock: contracts, sales, people, programs, files, each by the words of the page itself.

const contract = await wordsOf('screens/contracts/form-messages.ts', 'formMessages')
const offer = await wordsOf('forms/offer-messages.ts', 'offerMessages')
const question = await wordsOf('screens/questions/messages.ts')
const run = await wordsOf('screens/import/run-messages.ts', 'runMessages')
const imports = await wordsOf('screens/import/messages.ts')
const columns = await wordsOf('screens/import/columns-messages.ts', 'columnsMessages')
const rowWords = await wordsOf('screens/import/rows-messages.ts', 'rowsMessages')
const sums = await wordsOf('screens/import/sums-messages.ts', 'sumsMessages')

/** By what the guide calls them. */
export const officeTasks: Record<string, Walk> = {
  async 'Enter a contract with drying'({ page, served, mark }) {
    await page.goto('/contracts/new')
    await page.getByLabel(contract('owner')).fill('Hof Lindner')
    await page.keyboard.press('Escape')
    await page.getByLabel(contract('reference')).fill(`L-${mark}`)
    await page.getByLabel(contract('weight')).fill('250')
    await page.getByLabel(contract('grain'), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(contract('dried')).check()
    await page.getByLabel(contract('level')).fill('14,5')
    await press(page, sentence(contract('createOf')))
    await page.waitForURL(/\/contracts\/[\da-f-]{36}/)
    const { docs } = await served.ask('GET', `/api/inventory/contracts?query=L-${mark}`)
    expect(docs[0].details.services.drying.preAgreedMoistureLevelPercentage).toBe(14.5)
  },
  async 'Offer stock for sale'({ page, served, mark }) {
    await page.goto('/for-sale/new')
    await page.getByLabel(offer('grain'), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(offer('weight')).fill(`60${mark.slice(0, 3)} kg`)
    await press(page, sentence(offer('enterOf')))
    await page.waitForURL(/\/for-sale$/)
    const { docs } = await served.ask('GET', '/api/inventory/records?f:source=trade&limit=50')
    const weights = docs.map((each: { yield: { current: number } }) => each.yield.current)
    expect(weights).toContain(Number(`60${mark.slice(0, 3)}`))
  },
  async 'Import a table, and undo it'({ page, served, mark }) {
    const store = `Speicher ${mark}`
    const rows = `Store,Bay,Commodity,Harvest year,Weight (t)\n${store},Box 1,Winter wheat,2026,10\n`
    const file = { name: 'bestand.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    await page.goto('/import?kind=inventory%2Fstores')
    await page.getByText(imports('fileTitle')).waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
    await press(page, columns('next'))
    await page.getByLabel(rowWords('make_stores')).check()
    await press(page, rowWords('next'))
    await press(page, sentence(sums('enter')))
    await page.getByText(sentence(run('inTheBook'))).waitFor()
    await press(page, run('undo'))
    await press(page, sentence(run('undoThings')))
    await page.getByText(sentence(run('isUndone'))).waitFor()
    const { docs } = await served.ask('GET', '/api/inventory/storage?type=store&limit=200')
    expect(docs.map((each: { name: string }) => each.name)).not.toContain(store)
  },
  async 'Ask an expert'({ page, served, mark }) {
    const words = `Ist es zu spät zum Spritzen (${mark})?`
    await page.goto('/questions')
    await page
      .getByRole('link', { name: question('question') })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(question('words')).fill(words)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: question('send') })
      .click()
    await page.getByText(words).waitFor()
    await page.getByText(question('untold'), { exact: true }).first().waitFor()
    const { docs } = await served.ask('GET', '/api/system/experts/questions')
    expect(docs.some((each: { question: string }) => each.question === words)).toBe(true)
  },
}
