import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, views } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'
import { isBought } from './walk.ts'

const HAULIER = 'Brook Haulage'
const daysFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe.runIf(hasBrowser)('what a partner is assured by', () => {
  const used = useConsole()
  const haulier = async () =>
    (await used.served.ask('GET', `/api/inventory/partners?query=${encodeURIComponent(HAULIER)}`)).docs[0]
  beforeAll(async () => {
    await seedIntakes(used.served)
    await used.served.ask('POST', '/api/inventory/partners', { name: HAULIER })
  })

  test.each(views)('is entered and shown %s', async (name, view) => {
    const { id } = await haulier()
    await used.served.ask('PATCH', `/api/inventory/partners/${id}`, { assurances: [], declarations: [] })
    const watched = await used.open('/settings/partners', view)
    const { page } = watched
    await page.getByRole('button', { name: `Details of ${HAULIER}` }).click()
    const dialog = page.getByRole('dialog', { name: `Details of ${HAULIER}` })
    await dialog.getByLabel('Tax number').fill('GB123456789')
    await dialog.getByLabel('Lorries').fill('AB12 CDE, AB12 CDF')
    await dialog.getByRole('button', { name: 'Add an assurance' }).click()
    await dialog.getByLabel('Scheme 1').fill('TASCC')
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Number 1').fill('4711')
    await dialog.getByLabel('For 1').selectOption('haulier')
    await dialog.getByLabel('Until 1', { exact: true }).fill(daysFrom(-3))
    await dialog.getByRole('button', { name: 'Add a declaration' }).click()
    await dialog.getByLabel('Declaration 1', { exact: true }).fill('VendorDec')
    await page.keyboard.press('Escape')
    await dialog.getByLabel('Holds until 1').fill(daysFrom(10))
    await watched.expectLooks(`details of a partner ${name}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const line = page.locator('.partner', { hasText: HAULIER })
    await line.getByText('TASCC: ended').waitFor()
    await line.getByText('VendorDec: ends').waitFor()
    await page.getByLabel('Only where something ends').check()
    await page.getByRole('button', { name: 'Rename Brook End Farm' }).waitFor({ state: 'detached' })
    await watched.expectLooks(`partners that are assured ${name}`)
    expect(await haulier()).toMatchObject({
      vehicles: ['AB12 CDE', 'AB12 CDF'],
      assurances: [{ scheme: 'TASCC', number: '4711', covers: 'haulier', untilISO: daysFrom(-3) }],
    })
    await page.goto('/')
    const ending = page.getByRole('region', { name: 'Assurance that ends' })
    await ending.getByText('VendorDec').waitFor()
    await ending.getByText('TASCC').waitFor()
  })

  test('is said at the weighbridge before the lorry is loaded, and holds nothing up', async () => {
    const { id } = await haulier()
    const assurances = [{ scheme: 'TASCC', number: '4711', covers: 'haulier', untilISO: daysFrom(-3) }]
    await used.served.ask('PATCH', `/api/inventory/partners/${id}`, { vehicles: ['AB12 CDE'], assurances })
    const watched = await used.open('/weighbridge', { isPhone: true })
    const { page } = watched
    await page.getByLabel('Registration').fill('AB12 CDE')
    await page.keyboard.press('Escape')
    // As soon as the lorry is typed: nothing is weighed, and no bay is chosen.
    const early = page.locator('.ticket-body').getByText(`TASCC of ${HAULIER}, the haulier, ended on`)
    await early.waitFor()
    await watched.expectLooks('a haulier whose certificate has ended, while it is typed')
    await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
    await page.keyboard.press('Escape')
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await isBought(page)
    await page.locator('.scale').getByLabel('Full').fill('42660')
    await page.locator('.bay-option').first().click()
    await page.locator('.ticket-foot').getByText(`TASCC of ${HAULIER}, the haulier, ended on`).waitFor()
    await early.waitFor({ state: 'detached' })
    await watched.expectLooks('a haulier whose certificate has ended')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    await page.locator('button.row', { hasText: 'AB12 CDE' }).waitFor()
  })

  test('a lorry that is to be loaded says what it carried last', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    const { docs } = await used.served.ask('GET', '/api/inventory/vehicles?limit=1')
    await page.getByText('Out', { exact: true }).first().click()
    await page.getByLabel('Registration').fill(docs[0].registration)
    await page.keyboard.press('Escape')
    await page.getByText(`Carried last for us: ${docs[0].commodity.name} (`).waitFor()
    await watched.expectLooks('what a lorry carried last')
  })
})
