import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasBrowser, views } from './browser.ts'
import { paperBy, savedBy } from './saved-file.ts'
import { useConsole } from './use-console.ts'

describe.runIf(hasBrowser)('papers', () => {
  const used = useConsole()
  const { open } = used
  const newest = async (query: string) => (await used.served.ask('GET', `/api/inventory/${query}`)).docs[0]

  const button = (page: Page, name: string) => page.getByRole('button', { name })
  const printed = (page: Page, name: string) => paperBy(button(page, name))

  /** The events that the button for programs saves are those that the service answers, of a record as it was at that moment. */
  async function expectEvents(page: Page, kind: 'movements' | 'records', id: string): Promise<void> {
    const { file, bytes } = await savedBy(button(page, 'EPCIS (JSON)'))
    expect(file).toBe('epcis.json')
    const { creationDate, ...document } = JSON.parse(bytes.toString())
    const at = kind === 'records' ? `&at=${creationDate}` : ''
    const answered = await used.served.ask('GET', `/api/inventory/${kind}/${id}/trace?format=epcis${at}`)
    expect(document.epcisBody.eventList).not.toEqual([])
    expect({ creationDate, ...document }).toEqual({ ...answered, creationDate })
  }

  test.each(views)('of a movement are saved by its buttons, %s', { timeout: 180_000 }, async (name, view) => {
    const { id, documentNumber, driver } = await newest('movements?limit=1&f:type=outbound')
    const watched = await open(`/movements?open=${id}`, view)
    const { page } = watched
    await page.getByRole('button', { name: 'Grain passport (PDF)' }).waitFor()
    await watched.screenshot(`papers of a movement ${name}`)
    await watched.expectSound()
    const ticket = await printed(page, 'Ticket (PDF)')
    expect(ticket).toContain(`Weighbridge ticket ${documentNumber}`)
    expect(ticket).toContain(driver.vehicleRegistration)
    expect(await printed(page, 'Grain passport (PDF)')).toContain('Last three loads of this vehicle')
    expect(await printed(page, 'Recall sheet (PDF)')).toContain('Where it went')
    await expectEvents(page, 'movements', id)
    await watched.expectSound()
  })

  test(
    'of a record, of the stores, of the position, of a bay and of a field',
    { timeout: 180_000 },
    async () => {
      const { totals, lines } = await used.served.ask('GET', '/api/inventory/position')
      const watched = await open(`/stock/${lines[0].recordId}`)
      const { page } = watched
      expect(await printed(page, 'Recall sheet (PDF)')).toContain(lines[0].storageName)
      expect(await printed(page, 'Owner’s statement (PDF)')).toContain(`Owner: ${lines[0].ownerName}`)
      await expectEvents(page, 'records', lines[0].recordId)
      await page.goto('/position')
      expect(await printed(page, 'Stock report (PDF)')).toContain(
        totals.owned.toLocaleString('en-GB', { maximumFractionDigits: 3 }),
      )
      await page.goto('/stores')
      expect(await printed(page, 'Count sheet (PDF)')).toContain('Should lie there')
      const { storageId, substorageId, storageName } = lines[0]
      await page.goto(`/stores/${storageId}?bay=${substorageId}`)
      expect(await printed(page, 'Recall sheet (PDF)')).toContain(storageName)
      const { docs } = await used.served.ask('GET', '/api/inventory/storage?f:type=field&limit=1')
      await page.goto(`/fields/${docs[0].id}`)
      expect(await printed(page, 'Recall sheet (PDF)')).toContain(docs[0].name)
      // What draws the map by software says so.
      await watched.expectSound(/GL Driver Message/)
    },
  )

  test('what is refused is said; without a network there are none', { timeout: 180_000 }, async () => {
    const { id } = await newest('movements?limit=1')
    const watched = await open(`/movements?open=${id}`)
    const { page, context } = watched
    const body = {
      status: 'error',
      code: 'unavailable',
      message: 'Too many papers are being printed. Try again.',
      stack: '',
      body: {},
      validation: [],
    }
    await page.route('**/ticket', (route) => route.fulfill({ status: 503, json: body }))
    await page.getByRole('button', { name: 'Ticket (PDF)' }).click()
    await page.getByRole('alert').getByText('Too many papers are being printed.').waitFor()
    await context.setOffline(true)
    await expect.poll(() => page.getByRole('button', { name: 'Ticket (PDF)' }).isDisabled()).toBe(true)
    await watched.expectSound(/ERR_INTERNET_DISCONNECTED|status of 503/)
  })

  test('in German; and the page behind the code is fit for a phone', { timeout: 180_000 }, async () => {
    const { id, documentNumber } = await newest('movements?limit=1&f:type=outbound')
    const watched = await open(`/movements?open=${id}`, { isPhone: true })
    const { page } = watched
    await page.evaluate(`localStorage.setItem('granary.language', 'de')`)
    await page.reload()
    expect(await printed(page, 'Wiegeschein (PDF)')).toContain(`Wiegeschein ${documentNumber}`)
    await page.goto((await newest('papers')).url)
    await page.getByText('newest one').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await watched.screenshot('page of a paper')
    await watched.expectSound()
  })
})
