import { randomUUID } from 'node:crypto'
import { callerOf, type Caller } from './caller.ts'
import { fillMovementFarm, type MovementFarm } from './movement-farm.ts'
import { ownerOf, PASSWORD } from './organisation.ts'

/** A busy day of a store and its farm: what memory is measured under. The number of records stays as it is. */

/** One kind of request. `send` is given the number of the request, which it takes its subject from. */
export interface Kind {
  name: string
  /** How many of a thousand requests are of this kind. */
  share: number
  send: (number: number) => Promise<unknown>
}

export const ORGANISATION = 'Busy Store'
const INVENTORY = '/api/inventory'
const MOVEMENTS = `${INVENTORY}/movements`
const RECORDS = `${INVENTORY}/records`
const CONVERSATIONS = '/api/system/conversations'
const FILES = '/api/system/files'
/** As many requests as all shares add up to. */
const ROUND = 1000
/** Enough to search in, and few enough that a million requests end within the hour. */
const STORES = 2
/** Movements lie in as many days before today. */
const DAYS = 60
const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }

interface Place {
  call: Caller
  key: string
  viewerKey: string
  parcels: MovementFarm['parcels']
  /** Records whose description changes. */
  seedIds: string[]
  /** Somebody signed in, and whom they write to; a token lasts ten minutes, and is renewed by `sign in`. */
  person: { token: string; email: string; otherId: string; conversationId: string }
}

/** Fills a store through the service, and answers what can be asked of it. Shares add up to a thousand. */
export async function makeKinds(origin: string, apiKey: string): Promise<Kind[]> {
  const place = await makePlace(origin, apiKey)
  return [
    ...searches(place),
    ...lookUps(place),
    ...changes(place),
    ...refusals(place),
    ...others(place, origin),
  ]
}

/** All thousand places of a round, each kind spread over it as evenly as its share lets it. */
export function spread(kinds: Kind[]): Kind[] {
  const all = kinds.reduce((sum, { share }) => sum + share, 0)
  if (all !== ROUND) throw new Error(`The shares add up to ${all} and not to ${ROUND}.`)
  return kinds
    .flatMap((kind) =>
      Array.from({ length: kind.share }, (_each, index) => ({ kind, at: (index + 0.5) / kind.share })),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}

async function makePlace(origin: string, key: string): Promise<Place> {
  const call = callerOf(origin)
  const { parcels } = await fillMovementFarm(origin, key, { stores: STORES })
  const viewer = await call('/api/identity/api-keys', { key, body: { name: 'Gate', role: 'viewer' } })
  return {
    call,
    key,
    viewerKey: JSON.parse(viewer).key,
    parcels,
    seedIds: await makeSeed(call, key),
    person: await makePerson(call, key),
  }
}

/** Records apart from the others, whose harvest year may change without a parcel becoming another kind under a movement. */
async function makeSeed(call: Caller, key: string): Promise<string[]> {
  const substorage = Array.from({ length: 100 }, (_bay, index) => ({ name: `Box ${index + 1}` }))
  const body = { name: 'Seed Store', type: 'store', location: null, substorage }
  const { id: storageId, substorage: bays } = JSON.parse(await call(`${INVENTORY}/storage`, { key, body }))
  const ids: string[] = []
  for (const { id: substorageId } of bays) {
    const record = { ...wheat, source: existing, storage: [{ storageId, substorageId, weight: 1000 }] }
    ids.push(JSON.parse(await call(RECORDS, { key, body: record })).id)
  }
  return ids
}

const existing = { type: 'existing', importDateUTC: '2025-08-01' }
const wheat = {
  type: 'crop',
  harvestYear: '2025',
  owned: true,
  commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
}

async function makePerson(call: Caller, key: string): Promise<Place['person']> {
  const email = ownerOf(ORGANISATION)
  const { accessToken: token } = JSON.parse(await signIn(call, email))
  const invitation = await call('/api/identity/invitations', {
    key,
    body: { email: 'sam@bench.example', role: 'operator' },
  })
  const { userId: otherId } = JSON.parse(
    await call('/api/identity/invitations/accept', {
      body: {
        token: JSON.parse(invitation).token,
        password: PASSWORD,
        givenName: 'Sam',
        familyName: 'Field',
      },
    }),
  )
  const body = { to: otherId, message: 'Is it dry?', listingId: 'listing-1', listingType: 'crop' }
  const { conversationId } = JSON.parse(await call(CONVERSATIONS, { token, body }))
  return { token, email, otherId, conversationId }
}

const signIn = (call: Caller, email: string) =>
  call('/api/identity/sign-in', { body: { email, password: PASSWORD } })

/** One of so many, another one each time: a kind of request comes at the same places of every round. */
const turn = (number: number, of: number) => (number * 7919 + Math.floor(number / ROUND)) % of

const parcelOf = ({ parcels }: Place, number: number) => {
  const parcel = parcels[turn(number, parcels.length)]
  if (!parcel) throw new Error('The store has no parcels.')
  return parcel
}
const daysBack = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dayBack = (number: number) => daysBack(turn(number, DAYS))

function searches({ call, key }: Place): Kind[] {
  const read = (name: string, share: number, path: (number: number) => string): Kind => ({
    name,
    share,
    send: (number) => call(path(number), { key }),
  })
  const pages = (number: number) => `limit=25&offset=${turn(number, 8) * 25}`
  return [
    read('search records, all facets', 100, (number) => `${RECORDS}?${pages(number)}`),
    read(
      'search records, filters and sorting',
      90,
      (number) => `${RECORDS}?f:commodity=1&f:harvestYear=2025&sortBy=name&${pages(number)}`,
    ),
    read(
      'movements of two days',
      60,
      (number) =>
        `${MOVEMENTS}?startDateISO=${daysBack(turn(number, DAYS) + 2)}&endDateISO=${daysBack(turn(number, DAYS))}`,
    ),
    read('movements requiring action', 20, () => `${MOVEMENTS}/actions`),
    read('storage list', 30, () => `${INVENTORY}/storage?limit=10`),
    read(
      'position now, in the past, in the future',
      60,
      (number) =>
        [
          `${INVENTORY}/position`,
          `${INVENTORY}/position?at=${dayBack(number)}`,
          `${INVENTORY}/position?at=${daysBack(-30)}`,
        ].at(turn(number, 3)) ?? '',
    ),
    read('contracts and harvest plans', 40, (number) =>
      turn(number, 2) === 0 ? `${INVENTORY}/contracts` : `${INVENTORY}/harvest-plans`,
    ),
  ]
}

function lookUps(place: Place): Kind[] {
  const { call, key, seedIds } = place
  return [
    {
      name: 'one record',
      share: 20,
      // Of one through which few loads went: the answer has every one.
      send: (number) => call(`${RECORDS}/${seedIds[turn(number, seedIds.length)]}`, { key }),
    },
    {
      name: 'conflicts of a bay',
      share: 30,
      send: (number) => {
        const { storageId, substorageId } = parcelOf(place, number).bay
        return call(`${INVENTORY}/storage/${storageId}/conflicts?substorageId=${substorageId}`, { key })
      },
    },
    { name: 'reference data', share: 70, send: () => call('/api/system/commodities') },
    { name: 'who am I', share: 49, send: () => call('/api/identity/me', { key }) },
    {
      name: 'records as CSV',
      share: 6,
      send: () => call(`${RECORDS}?f:commodity=1`, { key, headers: { accept: 'text/csv' } }),
    },
    {
      name: 'movements of a day as CSV',
      share: 2,
      send: (number) => {
        const days = turn(number, DAYS)
        const dates = `startDateISO=${daysBack(days + 1)}&endDateISO=${daysBack(days)}`
        return call(`${MOVEMENTS}?${dates}&format=csv`, { key })
      },
    },
  ]
}

function changes(place: Place): Kind[] {
  const { call, key } = place
  const between = (number: number, movementDateISO: string) => ({
    recordId: parcelOf(place, number).id,
    movementDateISO,
    weight: 1,
    destination: parcelOf(place, number + 1).bay,
  })
  const move = (body: object, query = '', idempotencyKey: string = randomUUID()) =>
    call(`${MOVEMENTS}${query}`, { key, body, headers: { 'idempotency-key': idempotencyKey } })
  return [
    { name: 'move, now', share: 110, send: (number) => move(between(number, daysBack(0))) },
    { name: 'move, dated back', share: 30, send: (number) => move(between(number, dayBack(number))) },
    {
      name: 'move, dry run',
      share: 40,
      send: (number) => move(between(number, daysBack(0)), '?dryRun=true'),
    },
    {
      name: 'move, the same key twice',
      share: 20,
      send: async (number) => {
        const [body, idempotencyKey] = [between(number, daysBack(0)), randomUUID()]
        const first = await move(body, '', idempotencyKey)
        if ((await move(body, '', idempotencyKey)) !== first) throw new Error('A repeat answered otherwise.')
      },
    },
    { name: 'move and take back', share: 15, send: (number) => moveAndTakeBack(place, number) },
    {
      name: 'change a record',
      share: 15,
      send: (number) =>
        call(`${RECORDS}/${place.seedIds[turn(number, place.seedIds.length)]}`, {
          method: 'PATCH',
          key,
          body: { harvestYear: Math.floor(number / ROUND) % 2 === 0 ? '2024' : '2025' },
        }),
    },
    {
      name: 'intake that joins a record',
      share: 15,
      send: (number) => call(RECORDS, { key, body: intake(place, number) }),
    },
    {
      name: 'count',
      share: 5,
      send: (number) =>
        call(`${RECORDS}/adjustments`, {
          key,
          body: { records: [{ id: parcelOf(place, number).id, adjustTo: 1_000_000 }], reasonId: 1 },
        }),
    },
  ]
}

function intake(place: Place, number: number) {
  const sender = { id: 'valley-farm', name: 'Valley Farm' }
  return {
    ...wheat,
    source: { type: 'intake', intake: { moveAtUTC: daysBack(0), sender, driverName: 'Sam' } },
    storage: [{ ...parcelOf(place, number).bay, weight: 10 }],
  }
}

async function moveAndTakeBack(place: Place, number: number): Promise<void> {
  const { call, key } = place
  const recordId = parcelOf(place, number).id
  const body = { recordId, movementDateISO: daysBack(0), weight: 1, destination: mill, sold: true }
  const { ids } = JSON.parse(await call(MOVEMENTS, { key, body }))
  await call(`${MOVEMENTS}/${ids[0]}`, { method: 'DELETE', key, body: { recordId } })
}

/** What is not to be: it costs the service as well, and its answers hold what was sent. */
function refusals(place: Place): Kind[] {
  const { call, key, viewerKey } = place
  const refused = (name: string, share: number, send: (number: number) => Promise<unknown>): Kind => ({
    name: `refused: ${name}`,
    share,
    send,
  })
  const movement = (number: number, overrides: object) => ({
    recordId: parcelOf(place, number).id,
    movementDateISO: daysBack(0),
    weight: 1,
    destination: mill,
    sold: true,
    ...overrides,
  })
  return [
    refused('more than there is', 30, (number) =>
      call(MOVEMENTS, { key, body: movement(number, { weight: 900_000_000 }), status: 400 }),
    ),
    refused('a field that is not known', 15, (number) =>
      call(MOVEMENTS, { key, body: movement(number, { colour: 'green' }), status: 400 }),
    ),
    refused('no JSON', 10, () => call(MOVEMENTS, { key, body: '{"recordId":', status: 400 })),
    refused('a viewer who writes', 15, (number) =>
      call(MOVEMENTS, { key: viewerKey, body: movement(number, {}), status: 403 }),
    ),
    refused('no credential', 15, () => call(RECORDS, { status: 401 })),
    refused('a record that is not there', 10, () => call(`${RECORDS}/${randomUUID()}`, { key, status: 404 })),
    refused('a path that is not there', 5, (number) => call(`/nowhere/${number}`, { status: 404 })),
  ]
}

function others(place: Place, origin: string): Kind[] {
  const { call, key, person } = place
  return [
    {
      name: 'send a message',
      share: 30,
      send: (number) =>
        call(`${CONVERSATIONS}/${person.conversationId}`, {
          token: person.token,
          body: { to: person.otherId, message: `It is, since ${number}.` },
        }),
    },
    { name: 'read conversations', share: 25, send: () => call(CONVERSATIONS, { token: person.token }) },
    {
      name: 'sign in',
      share: 3,
      send: async () => {
        const { accessToken } = JSON.parse(await signIn(call, person.email))
        const before = person.token
        person.token = accessToken
        await call('/api/identity/me', { token: before })
      },
    },
    { name: 'upload a file, read it, remove it', share: 5, send: (number) => sendFile(call, key, number) },
    { name: 'import ten fields again', share: 2, send: () => importFields(call, key) },
    { name: 'listen to events and leave', share: 8, send: () => listenShortly(origin, key) },
  ]
}

async function sendFile(call: Caller, key: string, number: number): Promise<void> {
  const form = new FormData()
  form.append('bucket', 'files')
  form.append('type', 'weighbridge')
  form.append('name', `Ticket ${number}`)
  form.append('file', new Blob([`plot;tonnes\n${number};28.46\n`.repeat(50)]), 'ticket.csv')
  const { id } = JSON.parse(await call(FILES, { key, body: form }))
  await call(`${FILES}/${id}`, { key })
  await call(`${FILES}/${id}`, { method: 'DELETE', key })
}

function importFields(call: Caller, key: string): Promise<string> {
  const rows = Array.from({ length: 10 }, (_row, index) => `Field ${index},${index + 1}.5`)
  const form = new FormData()
  form.append('file', new Blob([['Field,Area (ha)', ...rows].join('\n')], { type: 'text/csv' }), 'farm.csv')
  return call(`${INVENTORY}/imports/fields`, { key, body: form })
}

async function listenShortly(origin: string, key: string): Promise<void> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}/api/events`, {
    headers: { 'x-api-key': key },
    signal: leaving.signal,
  })
  if (answer.status !== 200) throw new Error(`/api/events answered ${answer.status}`)
  leaving.abort()
}

/** Listens to all events until it is told to leave. Answers how many bytes came, and a function that leaves. */
export async function listen(
  origin: string,
  key: string,
): Promise<{ bytes: () => number; leave: () => Promise<void> }> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}/api/events`, {
    headers: { 'x-api-key': key },
    signal: leaving.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`/api/events answered ${answer.status}`)
  const { body } = answer
  let bytes = 0
  const reading = (async () => {
    for await (const chunk of body) bytes += chunk.length
  })().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  return {
    bytes: () => bytes,
    leave: () => {
      leaving.abort()
      return reading
    },
  }
}
