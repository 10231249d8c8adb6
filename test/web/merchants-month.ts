import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { textOfPdf } from '../pdf.ts'
import { exact } from './figures.ts'
import type { ServedConsole } from './service.ts'
import { allInBook, fillIncoming, type Lorry } from './walk.ts'

// What lies there before a merchant's month begins, and what is done in it by the page alone.

/** Kilograms as the page and its papers write them. */
export const kg = (weight: number) => weight.toLocaleString('en-GB')

/** A load that is stored, with its moisture, and what drying by the contract's table takes of it. */
export interface WetLorry extends Lorry {
  moisture: string
  dried: number
}

export const netOf = ({ full, empty }: Lorry) => full - empty

const wheat = { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' }
const WEEK_MS = 7 * 86_400_000

/** A store of four bays: in two of them the merchant's own wheat, in the last a neighbour's. */
export async function seedMerchant({ ask }: ServedConsole): Promise<string[]> {
  const store = await ask('POST', '/api/inventory/storage', {
    name: 'Quay Store',
    type: 'store',
    location: null,
    substorage: [1, 2, 3, 4].map((n) => ({ name: `Quay ${n}` })),
  })
  const keep = async (
    bay: number,
    weight: number,
    sender: string,
    quality: Record<string, [string, string]>,
  ) => {
    const isOurs = sender === 'Mill Lane Farm'
    const party = { id: sender.toLowerCase().replaceAll(' ', '-'), name: sender }
    const fields = Object.entries(quality).map(([name, [value, metric]]) => ({ name, value, metric }))
    const { id } = await ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2026',
      owned: isOurs,
      commodity: wheat,
      storage: [{ storageId: store.id, substorageId: store.substorage[bay].id, weight }],
      source: {
        ...(!isOurs && { owner: party }),
        intake: {
          moveAtUTC: new Date(Date.now() - WEEK_MS).toISOString(),
          sender: party,
          vehicleRegistration: `ML0${bay} ANE`,
          sample: { fields },
        },
      },
    })
    return String(id)
  }
  return [
    await keep(0, 60_000, 'Mill Lane Farm', {
      Moisture: ['14.2', '%'],
      Protein: ['13.6', '%'],
      'Specific weight': ['78', 'kg/hl'],
    }),
    await keep(1, 45_000, 'Mill Lane Farm', {
      Moisture: ['13.6', '%'],
      Protein: ['11.8', '%'],
      'Specific weight': ['76.5', 'kg/hl'],
    }),
    await keep(3, 18_000, 'Brook Farm', { Moisture: ['14', '%'] }),
  ]
}

/** Enters a storage contract over 100 t that dries to 15 % by a table, as whoever has the paper in front of them. */
export async function agreeDrying(page: Page, ownerId: string, reference: string): Promise<void> {
  await page.getByRole('link', { name: 'Storage contracts', exact: true }).click()
  await page.getByRole('link', { name: 'New storage contract' }).click()
  await page.getByLabel('Owner of the grain', { exact: true }).fill(ownerId)
  await page.keyboard.press('Escape')
  await page.getByLabel('Reference on paper', { exact: true }).fill(reference)
  await page.getByLabel('Agreed weight, t').fill('100')
  await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, Winter' })
  await page.getByText('Drying is agreed').click()
  await page.getByLabel('Dried to, %').fill('15')
  const rows = [
    ['15', '17', '2.5'],
    ['17', '20', '6'],
  ] as const
  for (const [index, [from, to, loss]] of rows.entries()) {
    await page.getByRole('button', { name: 'Add a row' }).click()
    const cell = (what: string) => page.getByLabel(`Row ${index + 1}: ${what}, in per cent`, { exact: true })
    await cell('moisture from').fill(from)
    await cell('moisture to below').fill(to)
    await cell('loss').fill(loss)
  }
  await page.getByRole('button', { name: 'Enter the contract over 100.00 t' }).click()
  await page.getByRole('heading', { name: reference }).waitFor()
}

/** A load that is stored under a contract: its moisture is asked for, and what drying takes is told before the ticket is finished. */
export async function storeLorry(page: Page, lorry: WetLorry, bay: string, reference: string): Promise<void> {
  await fillIncoming(page, lorry, bay)
  await page.getByText(`Stored, contract ${reference}`).waitFor()
  await page.getByLabel(/^Moisture/).fill(lorry.moisture)
  await page.getByRole('button', { name: 'Save and send to tip' }).click()
  await page.locator('button.row', { hasText: lorry.plate }).click()
  await page.locator('.scale').getByLabel('Empty').fill(String(lorry.empty))
  const left = kg(netOf(lorry) - lorry.dried)
  const told =
    lorry.dried > 0
      ? page.getByText(`Drying takes ${kg(lorry.dried)} kg, ${left} kg are left`)
      : page
          .getByRole('region', { name: 'What the book will say' })
          .getByText(`+${exact(netOf(lorry) - lorry.dried)}`)
  // The first weighing has to be in the book for that.
  await told.waitFor()
  await page.getByRole('button', { name: 'Finish ticket' }).click()
  await page
    .locator('[data-ticket]', { hasText: lorry.plate })
    .filter({ hasText: kg(netOf(lorry)) })
    .waitFor()
  await allInBook(page)
}

/** The number on the ticket of a lorry that was weighed on this device. */
export async function ticketOf(page: Page, plate: string): Promise<string> {
  return (await page.locator('[data-ticket]', { hasText: plate }).getAttribute('data-ticket')) ?? ''
}

/** What a button saves, as it is. */
export async function saved(page: Page, name: string): Promise<Buffer> {
  const button = page.getByRole('button', { name })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFile(await download.path())
}

/** What a button prints, as one line of text. */
export async function printed(page: Page, name: string): Promise<string> {
  return (await textOfPdf(await saved(page, name))).join('\n').replaceAll(/\s+/g, ' ')
}
