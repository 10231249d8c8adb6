import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import type { ServeOptions } from '../../http/serve/serve-options.ts'
import { organisationReader } from '../../system/access/organisation-reader.ts'
import { commodityNameFor, typeNameFor } from '../../system/commodities/served-names.ts'
import type { Location } from '../../system/locations/schema.ts'
import { message, type Message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import { readerOf, render } from '../../words/render.ts'
import { escaped, factList, servePublicPages, type PublicPage } from '../../http/public-page.ts'
import { isDriverToken } from './driver-link.ts'
import { ordersWithTrades } from './lock-order.ts'
import { getOrder } from './queries.ts'
import type { Order } from './schema.ts'

/**
 * `/o/<token>`: an order for its driver, who needs no account (docs/decisions/0160-orders.md). It says what, how much is left, from where to where, when
 * and what to mind. It never shows the partner, the contract, prices, stock or other orders, and is gone with the order.
 */
export async function driverPageRoutes(
  app: FastifyInstance,
  { database, clock }: ServeOptions,
): Promise<void> {
  servePublicPages(app, '/o', async (token, language) => {
    const found = isDriverToken(token) ? await findOpen(database.db, token) : undefined
    if (!found) return notThere(language)
    const reader = { ...(await organisationReader(database.db, found.organisationId, clock())), language }
    const order = await getOrder(database.db, reader, () => '', found.id)
    return pageOf(reader, order, found.location)
  })
  await Promise.resolve()
}

interface Found {
  organisationId: string
  id: string
  /** Of the store; null where the order names none. */
  location: Location | null
}

async function findOpen(db: Kysely<Tables>, token: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select ord.organisation_id as "organisationId", ord.id, s.location from ${ordersWithTrades}
    left join storages s on s.organisation_id = ord.organisation_id and s.id = ord.storage_id
    where ord.driver_token = ${token} and ord.status = 'open' and coalesce(t.status, 'confirmed') = 'confirmed'`.execute(
    db,
  )
  return rows[0]
}

function notThere(language: Language): PublicPage {
  const say = (said: Message) => render(said, readerOf(language))
  return {
    isThere: false,
    title: say(message('driverNoOrder', {})),
    body: `<p>${escaped(say(message('driverNoOrderWhy', {})))}</p>`,
  }
}

function pageOf(reader: Actor, order: Order, location: Location | null): PublicPage {
  const say = (said: Message) => render(said, reader)
  const { kind, reference, commodity, type, place, fromISO, toISO, usage, instructions } = order
  const grain =
    type.id === 0
      ? (commodityNameFor(reader, commodity.id) ?? commodity.name)
      : [commodityNameFor(reader, commodity.id), typeNameFor(reader, type.id)].filter(Boolean).join(', ')
  const store = [place.storageName, place.bays.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')
  const ends = { ours: [store, addressOf(location)].filter(Boolean).join(', '), other: place.address }
  const facts: [Message, string][] = [
    [message('driverOf', {}), reader.organisationName],
    [message('driverNumber', {}), reference],
    [message('driverGrain', {}), grain],
    [
      message('driverLeft', {}),
      [leftOf(order), loadsOf(usage.leftLoads)].filter((each) => each !== '').join(' · '),
    ],
    [
      message('driverDays', {}),
      fromISO || toISO ? say(message('driverFromTo', { from: fromISO, to: toISO })) : '',
    ],
    [message('driverLoadAt', {}), kind === 'sale' ? ends.ours : ends.other],
    [message('driverUnloadAt', {}), kind === 'sale' ? ends.other : ends.ours],
    [message('driverHours', {}), place.openingHours],
  ]
  const map = mapOf(location)
  const body = [
    factList(facts.map(([name, value]) => [say(name), value])),
    ...(map === ''
      ? []
      : [
          `<a class="go" rel="noreferrer" href="${escaped(map)}">${escaped(say(message('driverMap', { store: place.storageName })))}</a>`,
        ]),
    ...(instructions === '' ? [] : [`<p class="said good text">${escaped(instructions)}</p>`]),
  ]
  return {
    isThere: true,
    title: say(message('driverOrder', { order: reference })),
    body: body.join('\n'),
  }

  function leftOf({ usage: { left } }: Order): string {
    return left === null ? '' : say(message('driverWeightLeft', { left }))
  }

  function loadsOf(loads: number | null): string {
    return loads === null ? '' : say(message('driverLoadsLeft', { loads }))
  }
}

/** The address of a store in one line. */
function addressOf(location: Location | null): string {
  const { line1 = '', line2 = '', line3 = '', postcode = '', city = '' } = location?.address ?? {}
  return [line1, line2, line3, [postcode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** A map of where a store is: by its coordinates, else by its address; empty where nothing is known. */
function mapOf(location: Location | null): string {
  const { coordinates } = location ?? {}
  if (coordinates) {
    const { lat, lon } = coordinates
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
  }
  const address = addressOf(location)
  return address === '' ? '' : `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`
}
