import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import type { Neighbour } from './service.ts'
import { useConsole } from './use-console.ts'

// What others book in the farm's name, on Today and on its own screen; and who is not welcome among the messages.

describe.runIf(hasBrowser)('what is to be confirmed', () => {
  const used = useConsole()
  const { open } = used
  let store: Neighbour
  let bays: { storageId: string; substorageId: number }[]

  beforeAll(async () => {
    store = await used.served.addOrganisation('Quay Stores', ['Jo', 'Quay'])
    const substorage = ['Quay 1', 'Quay 2', 'Quay 3'].map((name) => ({ name }))
    const body = { name: 'Quay', type: 'store', location: null, substorage }
    const made = await store.ask('POST', '/api/inventory/storage', body)
    bays = made.substorage.map(({ id }: { id: number }) => ({ storageId: made.id, substorageId: id }))
  })

  const book = (bay: number, commodity: object, weight: number) =>
    store.ask('POST', '/api/inventory/records', {
      type: 'crop',
      harvestYear: '2025',
      owned: false,
      commodity,
      storage: [{ ...bays[bay], weight }],
      source: { type: 'existing', owner: { id: store.consoleId } },
    })
  const elsewhere = async () => {
    const { lines } = await used.served.ask('GET', '/api/inventory/position')
    return lines
      .filter((line: { storerId: string }) => line.storerId === store.id)
      .reduce((sum: number, line: { weight: number }) => sum + line.weight, 0)
  }
  const gone = (page: Page, name: RegExp) => page.getByRole('button', { name }).waitFor({ state: 'detached' })

  test('says so when there is nothing', async () => {
    const watched = await open('/confirmations')
    await watched.page.getByRole('heading', { name: 'Nothing to confirm' }).waitFor()
    await watched.expectLooks('confirmations empty')
  })

  test('is told on Today, outside of every figure, and accepted or declined line by line', async () => {
    await book(0, { id: 1, type: 101 }, 60_000)
    await book(1, { id: 2, type: 201 }, 20_000)
    const watched = await open('/')
    const { page } = watched
    await page.getByRole('link', { name: /^80[.\d]* t booked in your name, in 2 entries/ }).click()
    await page.getByRole('heading', { name: 'Quay Stores' }).waitFor()
    expect(await elsewhere()).toBe(0)
    // Each line unfolds to the bookings that are decided about.
    await page.getByText('Show each booking').first().click()
    await page.getByRole('list', { name: 'Bookings' }).getByText('Quay, Quay 2').waitFor()
    await watched.expectLooks('confirmations')
    await page.getByRole('button', { name: 'Accept Wheat, harvest 2025 of Quay Stores' }).click()
    await gone(page, /^Accept Wheat/)
    expect(await elsewhere()).toBe(60_000)
    await page.getByRole('button', { name: 'Decline Barley, harvest 2025 of Quay Stores' }).click()
    await page.getByRole('heading', { name: 'Nothing to confirm' }).waitFor()
    expect(await elsewhere()).toBe(60_000)
  })

  test('what was decided is listed with its time and whoever did, and is decided otherwise', async () => {
    const watched = await open('/confirmations')
    const { page } = watched
    const decided = page.getByRole('region', { name: 'Decided so far' })
    await decided.getByText(/^Barley, harvest 2025, Quay Stores/).waitFor()
    expect(await decided.getByText(/, Ann Hill · 20[.\d]* t/).count()).toBe(1)
    await watched.expectLooks('confirmations decided')
    await decided
      .getByRole('button', { name: 'Accept after all: Barley, harvest 2025 of Quay Stores' })
      .click()
    await decided
      .getByRole('button', { name: 'Decline after all: Barley, harvest 2025 of Quay Stores' })
      .waitFor()
    expect(await elsewhere()).toBe(80_000)
    await decided
      .getByRole('button', { name: 'Decline after all: Barley, harvest 2025 of Quay Stores' })
      .click()
    await decided
      .getByRole('button', { name: 'Accept after all: Barley, harvest 2025 of Quay Stores' })
      .waitFor()
    expect(await elsewhere()).toBe(60_000)
    // The storer is told as well.
    const { toConfirm } = await store.ask('GET', '/api/inventory/today')
    expect(toConfirm).toMatchObject({ accepted: 1, declined: 1 })
  })

  test('an organisation is accepted for good while nothing of theirs is open, by its id', async () => {
    const other = await used.served.addOrganisation('Wharf Stores', ['Wim', 'Wharf'])
    const watched = await open('/settings/partners')
    const { page } = watched
    await page.getByRole('link', { name: /^Decide whom you always accept/ }).click()
    await page.getByText('Another organisation', { exact: true }).click()
    await page.getByLabel('Id of the organisation').fill(other.id)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await watched.expectLooks('confirmations find')
    await page.getByRole('button', { name: 'Always accept Wharf Stores' }).click()
    await page.getByText('Always accepted').first().waitFor()
    await page.getByRole('button', { name: 'Ask me again about Wharf Stores' }).first().click()
    await page.getByText('Always accepted').first().waitFor({ state: 'detached' })
  })

  test('is accepted for good on a phone, and asked about again', async () => {
    await book(2, { id: 3, type: 301 }, 5000)
    const watched = await open('/mine', { isPhone: true })
    const { page } = watched
    await page.getByRole('link', { name: 'Accept or decline' }).click()
    const always = page
      .getByRole('region', { name: 'Quay Stores' })
      .getByRole('button', { name: 'Always accept Quay Stores' })
    await always.waitFor()
    await watched.expectLooks('confirmations phone')
    await always.click()
    await page.getByText('Always accepted').waitFor()
    expect(await elsewhere()).toBe(65_000)
    await page.getByRole('button', { name: 'Ask me again about Quay Stores' }).click()
    await page.getByText('Always accepted').waitFor({ state: 'detached' })
  })

  test('what an owner declined is told to whoever has booked it', async () => {
    const owner = await used.served.addOrganisation('Lane Farm', ['Al', 'Lane'])
    await owner.ask('PUT', `/api/inventory/counterparties/${store.consoleId}`, { stance: 'blocked' })
    await used.served.ask('POST', '/api/inventory/contracts', {
      ownerOrganisationId: owner.id,
      ownerOrganisationName: 'Lane Farm',
      details: { reference: 'ST-9', startDateISO: '2026-07-01', endDateISO: '2027-06-30', services: {} },
      inventory: { weightKG: 50_000, commodity: { id: 1, type: 101 } },
    })
    const { page, expectLooks } = await open('/confirmations')
    await page.getByText('Storage contract ST-9, Wheat for Lane Farm').waitFor()
    await expectLooks('confirmations declined')
  })

  test('somebody who looks like a partner is marked, reported and blocked', async () => {
    await used.served.ask('POST', '/api/inventory/partners', { name: 'Alpha Farm' })
    const stranger = await used.served.addOrganisation('\u0410lpha Farm', ['Al', 'Pha'])
    const to = { to: stranger.consoleOwnerId, message: 'Please send the password again.' }
    const { conversationId } = await stranger.ask('POST', '/api/system/conversations', to)
    const watched = await open(`/messages?open=${conversationId}`)
    const { page } = watched
    await page.getByText('Not Alpha Farm: the name only looks like it').first().waitFor()
    await watched.expectLooks('messages looks like')
    await page.getByRole('button', { name: /^Report/ }).click()
    await page.getByLabel('What is wrong?').fill('Asks for a password.')
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
    await page.getByText(/^Reported\./).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: /^Block/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: /^Unblock/ }).waitFor()
    await expect(stranger.ask('POST', '/api/system/conversations', to)).rejects.toThrow('403')
  })
})
