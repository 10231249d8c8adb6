import { describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { paperBy } from './saved-file.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('a bay that is checked', () => {
  const used = useConsole()
  const ask = (method: string, at: string, body?: object) =>
    used.served.ask(method, `/api/inventory/${at}`, body)

  test('shows what was found, alarms on today, and prints its checks; open stock-takes stand beside it', async () => {
    const { lines } = await ask('GET', 'position')
    const { storageId, substorageId, substorageName } = lines.find((each: { owned: boolean }) => each.owned)
    await ask('POST', 'stocktakes', { name: 'Year end', substorageIds: [substorageId] })
    const watched = await used.open(`/stores/${storageId}?bay=${substorageId}`)
    const { page } = watched
    await page.getByText('Nobody has checked this bay yet.').waitFor()
    await page.getByRole('button', { name: 'Enter a check' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Moisture, %').fill('wet')
    await dialog.getByText('“wet” is not a number.').waitFor()
    await dialog.getByLabel('Moisture, %').fill('14,2')
    await dialog.getByLabel('Temperatures by probe, °C').fill('12.5 18.1')
    await dialog.getByLabel('Insects').selectOption({ label: 'A few insects' })
    await dialog.getByLabel('Note').fill('At the door')
    await watched.expectLooks('bay check')
    await dialog.getByRole('button', { name: 'Save the check' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(/18\.1 °C/)
      .first()
      .waitFor()
    const { docs } = await ask('GET', `storage/${storageId}/checks`)
    expect(docs).toMatchObject([{ hottest: 18.1, moisture: 14.2, insects: 'few', note: 'At the door' }])
    const paper = await paperBy(page.getByRole('button', { name: 'Bay checks (PDF)' }))
    for (const words of [substorageName, '18.1', '14.2', 'At the door', 'Ann Hill'])
      expect(paper).toContain(words)
    await page.goto('/')
    await page.getByRole('region', { name: 'Found at the last check' }).getByText(substorageName).waitFor()
    const open = page.getByRole('region', { name: 'Stock-takes' })
    await open.getByText('0 of 1 bays').waitFor()
    await watched.expectLooks('today with a stock-take')
    await open.getByRole('link', { name: /Year end/ }).click()
    await page.getByRole('heading', { name: 'Year end' }).waitFor()
    await watched.expectSound()
  })
})
