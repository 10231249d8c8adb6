import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { ticket as weighed } from '../../web/src/screens/weighbridge/test-ticket.ts'
import type { Ticket, Waiting } from '../../web/src/offline/tickets.ts'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { plantField, seedIntakes } from './seed.ts'
import { useConsole } from './use-console.ts'

// A device had tickets waiting, and the page was updated meanwhile: it has left them as the page before did, each kind of load with an address of its own.

/** A ticket of a load, and what the older page would send of it. */
type Left = Pick<Ticket, 'kind' | 'full' | 'empty'> & Pick<Waiting, 'path' | 'body'> & { reference: string }

/** Keeps tickets on a device as the older page did, in the second version of its database. */
const keep = (left: { ticket: Ticket; entry: Waiting }[]) => `new Promise((done) => {
  const opening = indexedDB.open('granary', 2)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('outbox', { keyPath: 'id' })
    opening.result.createObjectStore('tickets', { keyPath: 'id' }).createIndex('draft', 'asTyped.id')
    opening.result.createObjectStore('kept').put(${left.length}, 'last-number')
  }
  opening.onsuccess = () => {
    const trx = opening.result.transaction(['outbox', 'tickets'], 'readwrite')
    for (const { ticket, entry } of ${JSON.stringify(left)}) {
      trx.objectStore('tickets').put(ticket)
      trx.objectStore('outbox').put(entry)
    }
    trx.oncomplete = () => { opening.result.close(); done(0) }
  }
})`

describe.runIf(hasBrowser)('what an older page has left on a device', () => {
  const used = useConsole()
  beforeAll(() => seedIntakes(used.served))

  const at = new Date(Date.now() - 600_000).toISOString()
  const vehicle = 'BB01 BEF'
  const booked = async (reference: string): Promise<Booked[]> =>
    (await used.served.ask('GET', `/api/inventory/movements?query=${reference}`)).docs
  const netsOf = async (reference: string) =>
    (await booked(reference)).map(({ inventory }) => inventory.commodity.weight.weight).sort()

  /** One lorry in, one off a field, one out of a bay, and one out of two. */
  async function lorries(): Promise<Left[]> {
    const { ask } = used.served
    const { planId } = await plantField(used.served)
    const { id: annexId } = await ask('POST', '/api/inventory/storage', {
      name: 'Annex',
      type: 'store',
      location: null,
      substorage: [{ name: 'Annex 1' }],
    })
    const annex = await ask('GET', `/api/inventory/storage/${annexId}`)
    const [{ harvest, storage: field, commodity: cut, id: plantingId }] = (
      await ask('GET', `/api/inventory/harvest-plans/${planId}`)
    ).records
    const { lines }: { lines: Line[] } = await ask('GET', '/api/inventory/position')
    const theirs = lines.find(({ owned }) => !owned)
    const [one, two] = lines.filter(
      ({ owned, weight, commodity }) => owned && weight > 10_000 && commodity.id === 1,
    )
    if (!theirs || !one || !two) throw new Error('the sample farm has no such stock')
    organisationId = field.organisationId
    const { commodity, type, grade, variety, harvestYear } = theirs
    const party = { id: theirs.ownerId, name: theirs.ownerName }
    const mill = {
      movementDateISO: at,
      destination: { organisationId: 'mill', organisationName: 'Mill' },
      sold: true,
    }
    return [
      {
        kind: 'in',
        reference: 'OLD-IN',
        full: 33_000,
        empty: null,
        path: '/api/inventory/records',
        body: {
          type: 'crop',
          harvestYear,
          owned: false,
          commodity: { id: commodity.id, type: type.id, grade: grade.id, variety },
          storage: [{ storageId: theirs.storageId, substorageId: theirs.substorageId, weight: 0 }],
          source: {
            owner: party,
            intake: {
              moveAtUTC: at,
              sender: party,
              vehicleRegistration: vehicle,
              loadReference: 'OLD-IN',
              weighbridgeRecord: { full: 33_000 },
            },
          },
        },
      },
      {
        kind: 'field',
        reference: 'OLD-CUT',
        full: 31_000,
        empty: 13_000,
        path: `/api/inventory/harvest-plans/${planId}/loads`,
        body: [
          {
            fieldId: harvest.fieldId,
            plantingId,
            commodityId: cut.commodity.id,
            commodityGroupId: cut.type.id,
            storageId: annexId,
            substorageId: annex.substorage[0].id,
            dateISO: at,
            weighbridge: { full: 31_000, empty: 13_000 },
            loadReference: 'OLD-CUT',
            moisture: null,
            temperature: null,
            driverName: null,
            driverRegistration: vehicle,
            sample: null,
          },
        ],
      },
      {
        kind: 'out',
        reference: 'OLD-OUT',
        full: 22_000,
        empty: 14_000,
        path: '/api/inventory/movements',
        body: {
          recordId: one.recordId,
          weighbridge: { full: 22_000, empty: 14_000 },
          driver: { vehicleRegistration: vehicle, loadReference: 'OLD-OUT' },
          ...mill,
        },
      },
      {
        kind: 'out',
        reference: 'OLD-BOTH',
        full: 15_000,
        empty: 14_000,
        path: '/api/inventory/movements/bulk',
        body: {
          records: [one, two].map(({ recordId }) => ({ id: recordId, share: 1 })),
          ticket: { reference: 'OLD-BOTH', full: 15_000, empty: 14_000 },
          driver: { vehicleRegistration: vehicle },
          ...mill,
        },
      },
    ]
  }
  let organisationId = ''

  test('is sent to where it wanted to go, and is in the book once', async () => {
    const left = await lorries()
    const watched = await openPage(used.browser, used.served)
    const { context, page } = watched
    await page.goto('/icon.svg')
    await page.evaluate(keep(left.map((each, index) => waitingOf(each, organisationId, index + 1))))
    const lost = await losing(context)
    const lookedFor: string[] = []
    page.on('request', (request) => {
      const [, reference] = /movements\?query=(OLD-\w+)/.exec(request.url()) ?? []
      if (reference !== undefined) lookedFor.push(reference)
    })
    await signIn(watched, used.served, '/weighbridge')
    const state = () => page.locator('.top .connection').textContent()
    await expect.poll(state, { timeout: 30_000 }).toBe('Everything is in the book')
    expect(lost()).toBe(1)
    // The answers of the others are read.
    expect(lookedFor).toEqual(['OLD-CUT'])
    expect(await netsOf('OLD-IN')).toEqual([null])
    expect(await netsOf('OLD-CUT')).toEqual([18_000])
    expect(await netsOf('OLD-OUT')).toEqual([8000])
    expect(await netsOf('OLD-BOTH')).toEqual([500, 500])
    // It is known by what that answer called it, and weighed again.
    await page.locator('button.row', { hasText: '33,000' }).click()
    await page.getByLabel('Empty').fill('13000')
    await page.getByRole('button', { name: 'Finish ticket' }).click()
    await expect.poll(() => netsOf('OLD-IN')).toEqual([20_000])
    await expect.poll(state).toBe('Everything is in the book')
  })
})

/** The first load off a field is stored, and the page does not hear of it. Answers how often that happened. */
async function losing(context: BrowserContext): Promise<() => number> {
  let lost = 0
  await context.route('**/harvest-plans/*/loads', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => lost
}

function waitingOf(
  { reference, kind, full, empty, path, body }: Left,
  organisationId: string,
  number: number,
): { ticket: Ticket; entry: Waiting } {
  const openedAt = new Date(Date.now() - 600_000).toISOString()
  const id = crypto.randomUUID()
  const ticket: Ticket = {
    ...weighed,
    id,
    number,
    organisationId,
    kind,
    openedAt,
    ...(empty !== null && { closedAt: openedAt }),
    reference,
    vehicle: 'BB01 BEF',
    full,
    empty,
  }
  const entry: Waiting = {
    id: `${id}.first`,
    ticketId: id,
    organisationId,
    number,
    title: reference,
    path,
    body,
    method: 'POST',
    step: 'first',
    version: 1,
    state: 'waiting',
    tries: 0,
  }
  return { ticket, entry }
}

interface Line {
  owned: boolean
  weight: number
  commodity: { id: number }
  type: { id: number }
  grade: { id: number }
  variety: string
  harvestYear: string
  ownerId: string
  ownerName: string
  storageId: string
  substorageId: number
  recordId: string
}

interface Booked {
  inventory: { commodity: { weight: { weight: number | null } } }
}
