import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { savedBy } from './saved-file.ts'
import { seedContract, seedSales } from './seed.ts'
import { useConsole } from './use-console.ts'

// What has to be seen of a load: limits that it breaks, what is to be done with it, what nobody has weighed, and what no paper can print.

/** What the grade asks of protein, in the same words wherever it stands. */
const PROTEIN = 'at least 13 at 0 % moisture'
const DRIVER = 'สมชาย'

describe.runIf(hasBrowser)('a load', () => {
  const used = useConsole()
  const ask = (method: string, at: string, body?: object) =>
    used.served.ask(method, `/api/inventory/${at}`, body)
  /** Wheat of Group 1 that came in with less protein than that asks, by somebody whose name no paper has letters for. */
  let weak: { id: string; movementId: string }
  let sold: number | undefined
  beforeAll(async () => {
    await seedContract(used.served)
    ;[sold] = (await seedSales(used.served)).ids
    const { lines } = await ask('GET', 'position')
    const own = lines.find(
      (each: { owned: boolean; grade: { name: string } }) => each.owned && each.grade.name === 'Group 1',
    )
    const place = { name: 'Low Shed', type: 'store', location: null, substorage: [{ name: 'Low 1' }] }
    const { id: storageId, substorage } = await ask('POST', 'storage', place)
    weak = await ask('POST', 'records', {
      type: 'crop',
      harvestYear: own.harvestYear,
      owned: true,
      commodity: { id: own.commodity.id, type: own.type.id, grade: own.grade.id, variety: own.variety },
      storage: [{ storageId, substorageId: substorage[0].id }],
      source: {
        intake: {
          moveAtUTC: new Date(Date.now() - 60_000).toISOString(),
          sender: { id: 'low-farm', name: 'Low Farm' },
          driverName: DRIVER,
          vehicleRegistration: 'LOW 1',
          weighbridgeRecord: { full: 34_000, empty: 14_000 },
          sample: { fields: [{ name: 'Protein', value: '11.5', metric: '%' }] },
        },
      },
    })
  })

  test('is marked where it breaks a limit of its grade, at the scale as on its page; what papers cannot print is said', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
    await page.getByRole('button', { name: /^Add what was measured: / }).click()
    await page.getByText(`Grade: ${PROTEIN}`).waitFor()
    await page.getByLabel(/^Protein/).fill('11.5')
    await page.getByText(`Outside of the grade: ${PROTEIN}`).waitFor()
    await page.getByRole('button', { name: /^By what was measured it is .*: take that$/ }).waitFor()
    await page.goto(`/movements?open=${weak.movementId}`)
    const panel = page.getByRole('dialog')
    await panel.locator('.badge.bad', { hasText: PROTEIN }).waitFor()
    await panel.getByText(`Papers have no face for the letters of ${DRIVER}`).waitFor()
    await page.goto(`/stock/${weak.id}`)
    await page.locator('.badge.bad', { hasText: new RegExp(`^Protein [\\d.]+ %, ${PROTEIN}$`) }).waitFor()
    await page.goBack()
    // Whoever brings grain in gets no passport of it.
    const ticket = panel.getByRole('button', { name: 'Ticket (PDF)' })
    await ticket.waitFor()
    expect(await panel.getByRole('button', { name: 'Grain passport (PDF)' }).count()).toBe(0)
    const { file } = await savedBy(ticket)
    expect(file).toMatch(/^Weighbridge-ticket-\d+-Low-Farm-[\d-]+\.pdf$/)
    await watched.expectSound()
  })

  test('has its limits in the same words where it is blended', async () => {
    const watched = await used.open(`/blend?from=${weak.id}`)
    const { page } = watched
    await page.getByLabel(/^From Low Shed, Low 1/).fill('12')
    await page.getByLabel('Where to').selectOption('lorry')
    await page.getByLabel('Buyer').fill('Valley Mill')
    await page.keyboard.press('Escape')
    await page.getByText(PROTEIN).first().waitFor()
    await watched.expectSound()
  })

  test('that is to be cleaned says so on its page, with its stock and today', async () => {
    const { docs } = await ask('GET', 'movements?f:type=intake&limit=50')
    const load = docs.find((each: Load) => each.storageContract.requiresCleaning)
    const watched = await used.open(`/movements?open=${load.id}`)
    const { page } = watched
    await page.getByRole('dialog').getByText('to be cleaned').waitFor()
    await page.goto(`/stock/${load.inventory.recordId}`)
    await page.locator('.badge', { hasText: /^to be cleaned: [\d.,]+ t$/ }).waitFor()
    await page.goto('/')
    await page.getByRole('region', { name: 'To be cleaned' }).getByRole('link').first().waitFor()
    await watched.expectSound()
  })

  test('that nobody has weighed is not missing on a statement, and its line is not accepted', async () => {
    const { movementDateISO, inventory } = await ask('GET', `movements/${sold}`)
    await ask('POST', 'movements', {
      recordId: inventory.recordId,
      weighbridge: { empty: 14_000 },
      movementDateISO,
      destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
      sold: true,
      loadReference: 'U-1',
      driver: { name: 'Sam Brook', vehicleRegistration: 'VM09 UUU' },
    })
    const dateISO = movementDateISO.slice(0, 10)
    const { id } = await ask('POST', 'settlements', {
      buyer: { id: 'valley-mill' },
      dateISO,
      reference: 'ST-1',
      lines: [
        { reference: 'S-1', dateISO, weight: 20_000 },
        { reference: 'X-9', dateISO, weight: 500 },
      ],
    })
    const watched = await used.open(`/settlements/${id}`)
    const { page } = watched
    await page.getByRole('region', { name: 'Not weighed yet' }).getByText('U-1').waitFor()
    expect(await page.getByRole('region', { name: 'Missing on it' }).getByText('U-1').count()).toBe(0)
    await page.getByRole('button', { name: 'Decide line 2' }).click()
    const decision = page.getByRole('dialog').getByLabel('Decision')
    expect(await decision.locator('option:disabled').count()).toBe(2)
    await watched.expectSound()
  })

  test('is found by partner, lorry and ticket; and a session is called by its device', async () => {
    const watched = await used.open('/movements')
    const { page } = watched
    const rows = page.getByRole('region', { name: 'Movements' }).locator('tbody tr:not([aria-hidden])')
    await page.getByLabel('Lorry').fill('vm02 bbb')
    await page.waitForURL('**lorry=vm02*')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Lorry').fill('')
    await page.getByLabel('Ticket', { exact: true }).fill('S-3')
    await page.waitForURL('**text=S-3*')
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Partner').selectOption({ label: 'Low Farm' })
    await expect.poll(() => rows.count()).toBe(0)
    await page.getByLabel('Ticket', { exact: true }).fill('')
    await expect.poll(() => rows.count()).toBe(1)
    await page.goto('/settings/me')
    const here = page.getByRole('listitem').filter({ hasText: 'here' })
    expect(await here.first().innerText()).toMatch(/^Chrom\w+ on Linux/)
    await watched.expectSound()
  })
})

interface Load {
  id: number
  storageContract: { requiresCleaning: boolean }
}
