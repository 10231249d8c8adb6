import { expect } from 'vitest'
import { press, sentence, wordsOf, type Walk } from './walk-language.ts'
import { lay, makeBays } from './walk-seed.ts'

// Bays counted as of one moment, by the words of the page itself.

const opening = await wordsOf('screens/stocktakes/new-messages.ts', 'newStocktakeMessages')
const counting = await wordsOf('screens/stocktakes/count-messages.ts', 'bayCountMessages')
const session = await wordsOf('screens/stocktakes/session-messages.ts', 'sessionMessages')

/** By what the guide calls them. */
export const stocktakeTasks: Record<string, Walk> = {
  async 'Take stock of all bays'({ page, served, mark }) {
    const { places } = await makeBays({ served, mark }, 'Zählhalle')
    const [full] = places
    await lay(served, { ...full, weight: 60_000 })
    await page.goto('/stocktakes/new')
    await page.getByLabel(opening('name'), { exact: true }).fill(`Jahresende ${mark}`)
    await page.getByText(opening('some'), { exact: true }).click()
    await page.getByRole('checkbox', { name: new RegExp(`Zählhalle ${mark} 2 .+`) }).check()
    await press(page, sentence(opening('openBays')))
    await page.waitForURL(/stocktakes\/[\da-f-]{36}$/)
    await page.getByRole('link', { name: session('count'), exact: true }).click()
    await page.getByLabel(sentence(counting('weight'))).fill('59,5')
    await page.getByText(counting('otherwise'), { exact: true }).click()
    await page.getByLabel(counting('countedBy'), { exact: true }).fill('Jo Feld')
    await press(page, sentence(counting('saveNext')))
    for (const _bay of places.slice(1)) {
      const before = await page.locator('.count-bay h2').textContent()
      await page.getByText(counting('otherwise'), { exact: true }).click()
      await page.getByLabel(counting('countedBy'), { exact: true }).fill('Jo Feld')
      await press(page, counting('nothing'))
      await page.getByText(new RegExp(`^${before}\\s?: `)).waitFor()
    }
    await page.getByRole('heading', { name: counting('allDone') }).waitFor()
    await page
      .getByRole('link', { name: counting('back') })
      .last()
      .click()
    await press(page, session('approve'))
    const dialog = page.getByRole('dialog')
    await dialog.getByText('→').first().waitFor()
    await dialog.getByRole('button', { name: session('approve') }).click()
    await dialog.waitFor({ state: 'detached' })
    const { docs } = await served.ask('GET', `/api/inventory/stocktakes?query=${mark}`)
    expect(docs).toMatchObject([{ status: 'approved', totals: { counted: places.length, variance: -500 } }])
  },
}
