import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// What the clerk reads and may do at the bridge with a lorry that is known.

const HOUR_MS = 3_600_000

describe.runIf(hasBrowser)('a known lorry at the weighbridge', () => {
  const used = useConsole()
  const ask = (method: string, at: string, body?: object) =>
    used.served.ask(method, `/api/inventory/${at}`, body)
  /** Where the neighbour's wheat lies, into which the known lorries tipped. */
  let there: Awaited<ReturnType<typeof ask>>
  beforeAll(async () => {
    await seedIntakes(used.served)
    const { lines } = await ask('GET', 'position')
    there = lines.find((each: { owned: boolean }) => !each.owned)
    const { harvestYear, commodity, type, grade, variety, storageId, substorageId, ownerId, ownerName } =
      there
    await ask('POST', 'records', {
      type: 'crop',
      harvestYear,
      owned: false,
      commodity: { id: commodity.id, type: type.id, grade: grade.id, variety },
      storage: [{ storageId, substorageId }],
      source: {
        owner: { id: ownerId, name: ownerName },
        intake: {
          moveAtUTC: new Date(Date.now() - 2 * HOUR_MS).toISOString(),
          sender: { id: ownerId, name: ownerName },
          driverName: 'Sam Brook',
          vehicleRegistration: 'LATE 1',
          weighbridgeRecord: { full: 31_000 },
        },
      },
    })
  })
  const open = async () => {
    const watched = await used.open('/weighbridge')
    await watched.page.locator('.chip').first().waitFor()
    return watched
  }

  test('may be weighed in tonnes, into several bays or late by a tap, and waits with its weight and since when', async () => {
    const watched = await open()
    const { page } = watched
    await page.locator('.chip', { hasText: 'BB02 BEF' }).click()
    // The other ways stand on the card, without “Change”.
    const card = page.locator('.recalled')
    await card.getByRole('button', { name: 'Into several bays' }).waitFor()
    await card.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).waitFor()
    const full = page.locator('.scale').getByLabel('Full')
    await full.fill('28.46 t')
    await full.blur()
    expect(await full.inputValue()).toBe('28,460')
    await page.getByRole('button', { name: 'Save and send to tip' }).click()
    const row = (plate: string) => page.locator('button.row', { hasText: plate })
    await row('BB02 BEF').getByText('28,460 kg').waitFor()
    expect(await row('BB02 BEF').innerText()).toMatch(/Full\s+28,460 kg\s+since 0 min/)
    // What waits for over an hour stands out.
    expect(await row('LATE 1').locator('.badge.bad').innerText()).toMatch(/^since 2 h \d+ min$/)
    expect(await row('BB02 BEF').locator('.badge').count()).toBe(0)
    await watched.expectSound()
  })

  test('whose registration is typed may still come late or into several bays once a bay is chosen', async () => {
    const watched = await open()
    const { page } = watched
    await page.getByLabel('Registration').fill('BB02 BEF')
    await page.keyboard.press('Escape')
    await page.locator('.bay-choice input').first().check({ force: true })
    await page.getByRole('button', { name: 'Into several bays' }).waitFor()
    await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).waitFor()
    await watched.expectSound()
  })

  test('whose ticket is late says before it is saved that a count since stands, and what its loss grows by', async () => {
    await ask('POST', 'records/adjustments', {
      records: [{ id: there.recordId, adjustTo: Math.round(there.weight) }],
      reasonId: null,
    })
    const watched = await open()
    const { page } = watched
    await page.locator('.chip', { hasText: 'BB01 BEF' }).click()
    await page.locator('.scale').getByLabel('Full').fill('35 000')
    await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
    const late = page.getByRole('group', { name: 'A late ticket' })
    await late.getByLabel('Time', { exact: true }).fill('00:01')
    await late.getByLabel('Empty, in kilograms').fill('15 000')
    await page
      .getByRole('region', { name: 'What the book will say' })
      .getByText(/^The count of .* stands: its loss grows by 20.00 t to /)
      .waitFor()
    await watched.expectSound()
  })

  test('in German has its figures and words in German, and the grains that lie here before all others', async () => {
    const watched = await open()
    const { page } = watched
    await page.locator('.side').getByLabel('Language').selectOption('de')
    const grains = page.getByLabel('Getreide').locator('option')
    await expect.poll(() => grains.count()).toBeGreaterThan(2)
    const few = await grains.allInnerTexts()
    expect(few.length).toBeLessThan(60)
    expect(few.join()).toContain('Weizen, Winter')
    expect(few.join()).not.toMatch(/Strawberr|Erdbeer/)
    await page.getByLabel('Getreide').selectOption({ label: 'Mehr Getreidearten …' })
    await expect.poll(() => grains.count()).toBeGreaterThan(100)
    await page.locator('.chip', { hasText: 'BB01 BEF' }).click()
    await page.locator('.scale').getByLabel('Voll').fill('36,5 t')
    await page.getByRole('button', { name: /^Gemessenes eintragen: .*Fallzahl/ }).click()
    await page.getByLabel(/^Feuchte/).fill('14.2')
    await page.getByLabel('Fallzahl').fill('260')
    await page.getByRole('button', { name: 'Speichern und zum Abladen' }).click()
    await page.locator('button.row', { hasText: '36.500 kg' }).click()
    const facts = page.locator('.ticket dl.facts')
    await facts.getByText('14,2 %').waitFor()
    expect(await facts.innerText()).toMatch(/Fallzahl/)
    expect(await facts.innerText()).not.toMatch(/Hagberg|14\.2/)
    await watched.expectSound()
  })
})
