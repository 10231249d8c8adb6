import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useConsole } from './use-console.ts'

const base = '/api/inventory'

/** The month before this one, as 2026-10, and a day of it. */
const lastMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
}

/** The first day of the next month, in German: 1. Dez. 2026. */
const nextMonth = () => {
  const now = new Date()
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return day.toLocaleDateString('de', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

describe.runIf(hasBrowser)('charges', () => {
  const used = useConsole()
  const { open } = used
  const ask = (method: string, at: string, body?: object) => used.served.ask(method, at, body)
  let load = 0
  let recordId = ''

  beforeAll(async () => {
    const store = await ask('POST', `${base}/storage`, {
      name: 'Rented Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Bay 1' }],
    })
    const made = await ask('POST', `${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: false,
      commodity: { id: 1, type: 101 },
      source: {
        type: 'intake',
        owner: { id: 'hill-farm', name: 'Hill Farm' },
        intake: { moveAtUTC: `${lastMonth()}-05T10:00:00Z`, driverName: 'Sam' },
      },
      storage: [{ storageId: store.id, substorageId: store.substorage[0].id, weight: 24_000 }],
    })
    recordId = made.id
    load = made.movementId
  })

  test('a tariff is agreed by keyboard, and stands in the list', async () => {
    const watched = await open('/charges')
    const { page } = watched
    await page.getByRole('heading', { name: 'No charges yet' }).waitFor()
    await watched.expectLooks('charges empty')
    await page.getByRole('link', { name: 'Tariffs' }).first().click()
    await page.getByRole('heading', { name: 'No tariffs yet' }).waitFor()
    await page.getByRole('link', { name: 'New tariff' }).click()
    await page.getByLabel('Partner', { exact: true }).fill('Hill Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('From', { exact: true }).fill(`${lastMonth()}-01`)
    await page.getByLabel('Currency').fill('GBX')
    await page.getByLabel('VAT code').fill('T1')
    await page.getByLabel('In, a tonne').fill('1.85')
    await page.getByLabel('Storage, a tonne', { exact: true }).fill('0.35')
    await page.getByLabel('Free days').fill('10')
    await page.getByLabel('Handling, a load').fill('4.50')
    await page.getByRole('button', { name: 'Agree the tariff' }).click()
    await page.getByText('is no currency of ISO 4217: GBX', { exact: true }).waitFor()
    await watched.expectLooks('tariff new', /400/)
    await page.getByLabel('Currency').fill('gbp')
    await page.getByRole('button', { name: 'Agree the tariff' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/tariffs\/[0-9a-f-]{36}$/)
    await page.getByText('0.35 GBP a tonne and week, 10 days free').waitFor()
    await watched.expectLooks('tariff', /400/)
    await page.getByRole('link', { name: 'Tariffs' }).first().click()
    await page.getByRole('row', { name: /Hill Farm/ }).waitFor()
    await watched.expectLooks('tariffs', /400/)
    await watched.expectSound(/400/)
  })

  test('what storage cost is reckoned, checked and closed, and saved for accounts', async () => {
    const watched = await open('/charges/new')
    const { page } = watched
    await page.getByLabel('Owner', { exact: true }).fill('Hill Farm')
    await page.keyboard.press('Escape')
    await watched.expectLooks('charges new')
    await page.getByRole('button', { name: 'Reckon the charges' }).click()
    await page.waitForURL(/charges\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Hill Farm' }).waitFor()
    await page.getByText('24 t × 1.85').waitFor()
    await page.getByText('1 load', { exact: true }).first().click()
    await page.getByText('Days', { exact: true }).click()
    await page.getByText('24,000 kg of it free').waitFor()
    await watched.expectLooks('charges draft')
    await page.getByRole('button', { name: 'Close the statement' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Close it with / }).click()
    await page.getByText(/Closed by /).waitFor()
    const { docs } = await ask('GET', `${base}/charges`)
    expect(docs).toMatchObject([{ status: 'closed', number: '1', owner: { name: 'Hill Farm' } }])
    await page.getByRole('button', { name: 'For accounts (CSV)' }).click()
    await dialog.getByLabel('Program').selectOption('datev')
    await dialog.getByLabel('Account of the charges').fill('4400')
    await dialog.getByLabel('Account of the customer').fill('10001')
    await watched.expectLooks('charges accounts')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save the file' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('datev-1.csv')
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Statement (PDF)' }).click(),
    ])
    expect(paper.suggestedFilename()).toMatch(/^Statement-of-charges-Hill-Farm-.*\.pdf$/)
    await watched.expectSound()
  })

  test('a deleted load is a correction on the next statement, on a phone and in German', async () => {
    await ask('DELETE', `${base}/movements/${load}`, { recordId })
    await ask('POST', `${base}/charges`, {
      ownerId: 'hill-farm',
      fromMonth: new Date().toISOString().slice(0, 7),
    })
    const watched = await open('/charges', { isPhone: true })
    const { page } = watched
    await page.evaluate(`localStorage.setItem('granary.language', 'de')`)
    await page.reload()
    await page.getByRole('link', { name: /Hill Farm.*Entwurf/ }).waitFor()
    await watched.expectLooks('charges phone de')
    await page.getByRole('link', { name: /Hill Farm.*Entwurf/ }).click()
    const corrections = page.getByRole('region', { name: 'Berichtigungen früherer Abrechnungen' })
    await corrections.getByText('−44,40').waitFor()
    await watched.expectLooks('charges corrections phone de')
    const note = page.getByText(/^Der .* läuft noch\. Die Abrechnung lässt sich ab /)
    const [first] = (await note.textContent())?.match(/ab .* schließen/) ?? []
    expect(first).toContain(` ${nextMonth()} `)
    expect(await page.getByRole('button', { name: 'Abrechnung schließen' }).isDisabled()).toBe(true)
    await watched.expectSound()
  })
})
