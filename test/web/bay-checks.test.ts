import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { paperBy } from './saved-file.ts'
import { useConsole } from './use-console.ts'

/** What a page without a network reports, and of what is refused later. */
const WITHOUT_NETWORK = /400|ERR_INTERNET_DISCONNECTED|Failed to fetch|Load failed/

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
    await expect
      .poll(async () => (await ask('GET', `storage/${storageId}/checks`)).docs)
      .toMatchObject([{ hottest: 18.1, moisture: 14.2, insects: 'few', note: 'At the door' }])
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
  test('on a phone without a network it waits, also over a reload, and is in the book once; what is refused stays red', async () => {
    const { lines } = await ask('GET', 'position')
    const [, line] = lines.filter((each: { owned: boolean }) => each.owned)
    const { storageId, substorageId } = line
    const checks = async () =>
      (await ask('GET', `storage/${storageId}/checks?substorageId=${substorageId}`)).docs
    const watched = await openPage(used.browser, used.served, { isPhone: true, hasWorker: true })
    const { page, context } = watched
    await signIn(watched, used.served, `/stores/${storageId}?bay=${substorageId}`)
    await page.getByText('Nobody has checked this bay yet.').waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    // What is kept is written half a second after it was read.
    await page.waitForTimeout(1500)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Enter a check' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Temperatures by probe, °C').fill('14.1 190')
    await dialog.getByLabel('Rodents').selectOption({ label: 'No rodents' })
    await dialog.getByLabel('Note').fill('By torch')
    await dialog.getByRole('button', { name: 'Save the check' }).click()
    await dialog.waitFor({ state: 'detached' })
    const here = page.locator('.check-here')
    await here.getByText('waits for the connection').waitFor()
    await page.reload()
    await here.getByText('By torch').waitFor()
    await watched.expectLooks('bay check waiting', WITHOUT_NETWORK)
    expect(await checks()).toEqual([])
    await context.setOffline(false)
    // A slip: no bay is at 190 °C. All that was typed stays.
    await here.getByText('refused', { exact: true }).waitFor()
    await watched.expectLooks('bay check refused', WITHOUT_NETWORK)
    await here.getByRole('button', { name: 'Correct' }).click()
    expect(await dialog.getByLabel('Note').inputValue()).toBe('By torch')
    await dialog.getByLabel('Temperatures by probe, °C').fill('14.1 19')
    await dialog.getByRole('button', { name: 'Save the check' }).click()
    await here.waitFor({ state: 'detached' })
    await page.getByText(/14\.1 °C \/ 19/).waitFor()
    expect(await checks()).toMatchObject([{ hottest: 19, rodents: 'none', note: 'By torch' }])
    await page.reload()
    await page.getByText('By torch').waitFor()
    expect(await checks()).toHaveLength(1)
    await watched.expectSound(WITHOUT_NETWORK)
  })
})
