import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

const trades = '/api/inventory/trades'

describe.runIf(hasBrowser)('what may still be sold', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  let wheat: {
    storageName: string
    substorageName: string
    substorageId: number
    storageId: string
    weight: number
    commodity: { id: number; name: string }
    type: { id: number }
  }
  let sale: string

  const monthAhead = (ahead: number) => {
    const now = new Date()
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)).toISOString().slice(0, 7)
  }
  const windowIn = (ahead: number, weight: number) => ({
    fromISO: `${monthAhead(ahead)}-01`,
    toISO: `${monthAhead(ahead)}-28`,
    weight,
  })
  const shown = async () => {
    const { commodities } = await ask('GET', `${trades}/position`)
    return commodities.find((each: typeof wheat) => each.commodity.id === wheat.commodity.id)
  }

  beforeAll(async () => {
    const { lines } = await ask('GET', '/api/inventory/position')
    wheat = lines
      .filter((each: { owned: boolean }) => each.owned)
      .toSorted((a: { weight: number }, b: { weight: number }) => b.weight - a.weight)[0]
    const commodity = { id: wheat.commodity.id, type: wheat.type.id }
    const made = await ask('POST', trades, {
      kind: 'sale',
      partner: { name: 'Valley Mill' },
      reference: 'S-31',
      commodity,
      weight: 100_000,
      windows: [windowIn(1, 40_000), windowIn(3, 60_000)],
    })
    sale = made.id
    await ask('POST', trades, {
      kind: 'purchase',
      partner: { name: 'Reed Farm' },
      reference: 'P-7',
      commodity: { id: wheat.commodity.id },
      weight: 50_000,
      windows: [windowIn(2, 50_000)],
    })
  })

  test('is shown by grain and month, and a month opens what makes it', async () => {
    const watched = await open('/trades')
    const { page } = watched
    await page.locator('#content').getByRole('link', { name: 'Trading position' }).click()
    await page.getByRole('heading', { name: 'Trading position' }).waitFor()
    // It shares its place in the rail with the contracts.
    expect(await page.locator('.side a[aria-current]').allInnerTexts()).toEqual(['Contracts'])
    await page.setViewportSize({ width: 1366, height: 768 })
    await watched.screenshot('trading position 1366')
    const name = wheat.commodity.name
    await page.getByRole('link', { name, exact: true }).click()
    const table = page.getByRole('region', { name: `By month: ${name}` })
    const { months } = await shown()
    const month = months.find((each: { sales: number }) => each.sales === 60_000)
    expect(month).toMatchObject({ month: monthAhead(3) })
    const row = table.getByRole('row').filter({ hasText: /60\.00/ })
    await row.getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Left of a sale · Valley Mill · window 2/).waitFor()
    await dialog.getByText(/^−60\.0+ t$/).waitFor()
    await watched.expectLooks('trading position parts')
    await dialog.getByRole('link', { name: 'S-31' }).click()
    await page.getByRole('heading', { name: 'S-31', exact: true }).waitFor()
    await page.goto(`${used.served.url}/trades/position`)
    await page.getByRole('heading', { name: 'Trading position' }).waitFor()
    await watched.expectLooks('trading position')
  })

  test('a bay is reserved for a sale on its page, stands on the bay’s, and is released', async () => {
    const watched = await open(`/trades/${sale}`)
    const { page } = watched
    await page.getByText('Nothing is reserved for this contract.').waitFor()
    await page.getByRole('button', { name: 'Reserve stock' }).click()
    const dialog = page.getByRole('dialog')
    const option = dialog
      .getByRole('option')
      .filter({ hasText: `${wheat.storageName}, ${wheat.substorageName}` })
    await dialog.getByLabel('Bay or parcel').selectOption((await option.first().getAttribute('value')) ?? '')
    await dialog.getByLabel('Weight, t').fill('99999')
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
    await dialog
      .getByText(/is more than lies there and is not reserved yet/)
      .first()
      .waitFor()
    await watched.expectSound(/400/)
    await dialog.getByLabel('Weight, t').fill('30')
    await watched.expectLooks('reserve stock', /400/)
    await dialog.getByRole('button', { name: 'Reserve', exact: true }).click()
    await page.getByText('30.00 of 30.00 t left').waitFor()
    expect(await shown()).toMatchObject({ reserved: 30_000 })
    await watched.expectLooks('trade reserved', /400/)
    const { storageId, substorageId } = wheat
    await page.goto(`${used.served.url}/stores/${storageId}?bay=${substorageId}`)
    await page.getByRole('link', { name: 'for S-31, Valley Mill' }).waitFor()
    await watched.screenshot('bay reserved')
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Why').fill('The mill takes other wheat.')
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await expect.poll(async () => (await shown()).reserved).toBe(0)
    await page.goto(`${used.served.url}/trades/${sale}`)
    await page.getByText(/Released by .*: The mill takes other wheat\./).waitFor()
  })

  test('what is oversold is said on the position, on Today and on the contract', async () => {
    const made = await ask('POST', trades, {
      kind: 'sale',
      partner: { name: 'Valley Mill' },
      reference: 'S-99',
      commodity: { id: wheat.commodity.id, type: wheat.type.id },
      weight: 90_000_000,
      windows: [windowIn(2, 90_000_000)],
    })
    const says = /t more are sold than will be there by/
    const watched = await open('/trades/position')
    const { page } = watched
    await page.getByText(says).first().waitFor()
    await watched.expectLooks('trading position short')
    await page.goto(`${used.served.url}/trades/${made.id}`)
    await page.getByText(says).first().waitFor()
    await page.goto(used.served.url)
    await page.getByText(says).first().waitFor()
    await watched.screenshot('today oversold')
    await page.goto(`${used.served.url}/trades/position`)
    await page.evaluate("localStorage.setItem('granary.language', 'de')")
    await page.reload()
    await page.getByRole('heading', { name: 'Handelsposition' }).waitFor()
    await page
      .getByText(/t mehr sind verkauft, als bis/)
      .first()
      .waitFor()
    await page.setViewportSize({ width: 1024, height: 768 })
    await watched.screenshot('trading position german 1024')
  })

  test('on a phone it shows one grain at a time', async () => {
    const watched = await open('/trades/position', { isPhone: true })
    const { page } = watched
    await page.getByRole('heading', { name: 'Trading position' }).waitFor()
    await page.getByRole('button', { name: 'Now', exact: true }).waitFor()
    await watched.screenshot('trading position phone')
    await watched.expectSound()
  })
})
