import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'
import { isBought } from './walk.ts'

// A ticket on paper turns up when its month has gone out.

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Fills in a lorry of bought wheat as a late ticket, up to its second weighing; returns the fields of the late ticket. */
async function startLateTicket(page: Page, { plate, full, day }: Record<'plate' | 'full' | 'day', string>) {
  await page.getByLabel('Registration').fill(plate)
  await page.keyboard.press('Escape')
  await page.getByLabel('From', { exact: true }).fill('Mill Lane Farm')
  await page.keyboard.press('Escape')
  await page.getByLabel('Grain', { exact: true }).selectOption({ label: 'Wheat, winter, Group 1' })
  await isBought(page)
  await page.getByRole('radio', { name: /Home 1/ }).check({ force: true })
  await page.locator('.scale').getByLabel('Full').fill(full)
  await page.getByRole('button', { name: 'A late ticket: it was weighed earlier' }).click()
  const late = page.getByRole('group', { name: 'A late ticket' })
  await late.getByLabel('Day').fill(day)
  await late.getByLabel('Time').fill('16:40')
  return late
}

describe.runIf(hasBrowser)('books that are closed', () => {
  const used = useConsole()
  beforeAll(async () => {
    await seedIntakes(used.served)
    await used.served.ask('POST', '/api/inventory/periods', { upTo: daysAgo(2) })
  })

  test('a late ticket of closed time is one question, and stands on the first open day with its own beside it', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    const late = await startLateTicket(page, { plate: 'LATE 1', full: '40260', day: daysAgo(4) })
    await late.getByLabel('Empty, in kilograms').fill('14240')
    await late.getByLabel('Number on the ticket').fill('P-118')
    const foot = page.locator('.ticket-foot')
    const enter = foot.getByRole('button', { name: /^Enter it on .* as of / })
    await enter.waitFor()
    await foot.getByRole('alert').waitFor()
    await watched.expectLooks('a ticket of closed books', /status of 4\d\d/)
    // What was refused is there again after the page was loaded anew.
    await page.reload()
    await enter.click()
    await foot.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await page.locator('[data-ticket="P-118"]').waitFor()
    const last = async () =>
      (await used.served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')).docs[0]
    await expect.poll(async () => (await last()).driver.loadReference).toBe('P-118')
    const { id, movementDateISO, happenedAtISO } = await last()
    expect(happenedAtISO.slice(0, 10)).toBe(daysAgo(4))
    expect(movementDateISO > daysAgo(2)).toBe(true)
    await page.goto(`${used.served.url}/movements?open=${id}`)
    await page.getByText('In the books on the first open day').waitFor()
    await watched.expectSound(/status of 4\d\d/)
  })

  test('a lorry whose day is closed between its weighings is finished on the first open day', async () => {
    const watched = await used.open('/weighbridge')
    const { page } = watched
    await startLateTicket(page, { plate: 'LATE 2', full: '41000', day: daysAgo(1) })
    await page.getByRole('button', { name: /^Save/ }).click()
    const last = async () =>
      (await used.served.ask('GET', '/api/inventory/movements?limit=1&sortBy=id&sortDesc=true')).docs[0]
    await expect.poll(async () => (await last()).driver.vehicleRegistration).toBe('LATE 2')
    await used.served.ask('POST', '/api/inventory/periods', { upTo: daysAgo(1) })
    await page.locator('button.row', { hasText: 'LATE 2' }).click()
    await page.locator('.scale').getByLabel('Empty').fill('14000')
    const foot = page.locator('.ticket-foot')
    const enter = foot.getByRole('button', { name: /^Enter it on .* as of / })
    await enter.waitFor()
    await watched.expectLooks('a lorry whose day was closed', /status of 4\d\d/)
    await enter.click()
    await foot.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(async () => (await last()).status).toBe('complete')
    const { happenedAtISO, movementDateISO } = await last()
    expect(happenedAtISO.slice(0, 10)).toBe(daysAgo(1))
    expect(movementDateISO > daysAgo(1)).toBe(true)
    await watched.expectSound(/status of 4\d\d/)
  })
})
