import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { listenTo, type Listening } from '../../../test/event-listener.ts'
import {
  addPerson,
  makeOrganisation,
  type TestOrganisation,
  type TestPerson,
} from '../../../test/factories.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { ok } from '../../../test/scene.ts'
import { EventFeed } from '../events/event-feed.ts'
import { purgeEvents } from '../events/event-reader.ts'
import { eventRoutes } from '../events/routes.ts'

const URL = '/api/system/conversations'
const PATIENCE = 60_000

let service: TestApp
let events: string
let farm: TestOrganisation
let mill: TestOrganisation
/** Of the farm, of the mill, and of the farm again. */
let ann: TestPerson
let bob: TestPerson
let cat: TestPerson

beforeAll(async () => {
  service = await openTestApp({
    routes: [
      async (app, serve) => {
        const feed = new EventFeed({ db: serve.database.db, log: quietLog, pollMs: 50 })
        serve.onCommit = feed.wake
        await eventRoutes(feed, { heartbeatMs: PATIENCE })(app, serve)
      },
    ],
  })
  events = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/events`
  farm = await makeOrganisation(service)
  mill = await makeOrganisation(service)
  ann = await addPerson(service, farm, 'operator')
  bob = await addPerson(service, mill, 'operator')
  cat = await addPerson(service, farm, 'owner')
}, PATIENCE)
afterAll(() => service.close())

let listing = 0
let listingId: string
beforeEach(() => {
  listing += 1
  listingId = `listing-${listing}`
})

const write = (from: TestPerson, to: TestPerson, more: object = {}) =>
  from.client.post(URL, { to: to.userId, message: 'Is the wheat still there?', ...more })
const aboutListing = () => ({ listingId, listingType: 'crop' })

describe('the event stream', () => {
  const bearer = ({ accessToken }: TestPerson) => ({ authorization: `Bearer ${accessToken}` })
  const ofConversations = ({ heard }: Listening) =>
    heard.filter(({ type }) => type === 'conversation.message')

  test(
    'tells the two of them, at once and when they come back, and nobody else',
    { timeout: PATIENCE },
    async () => {
      const everybody = await Promise.all([
        listenTo(events, bearer(ann)),
        listenTo(events, bearer(bob)),
        listenTo(events, bearer(cat)),
        listenTo(events, { 'x-api-key': farm.keys.owner }),
        listenTo(events, { 'x-api-key': mill.keys.owner }),
      ])
      const [toAnn, toBob, ...others] = everybody
      const { conversationId } = ok(await write(ann, bob, aboutListing()))
      ok(await bob.client.post(`${URL}/${conversationId}`, { to: ann.userId, message: 'It is.' }))
      // Something that all of an organisation hears, after it: whoever hears this has been passed over.
      for (const each of [farm, mill])
        ok(
          await each
            .as('owner')
            .post('/api/identity/business-units', { name: `After ${listingId}`, type: 'farm' }),
        )
      for (const listener of others) await listener.hear(1)
      await toAnn?.hear(3)
      await toBob?.hear(3)
      for (const listener of [toAnn, toBob]) {
        const heard = listener ? ofConversations(listener) : []
        expect(heard.map(({ data }) => data)).toMatchObject([
          {
            subject: conversationId,
            userId: ann.userId,
            data: {
              number: 1,
              message: 'Is the wheat still there?',
              sentById: ann.userId,
              listingId,
              listingType: 'crop',
            },
          },
          { subject: conversationId, userId: bob.userId, data: { number: 2, message: 'It is.' } },
        ])
        const ids = (listener?.heard ?? []).map(({ id }) => id.split('-').map(Number))
        expect(ids).toEqual(ids.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
      }
      for (const listener of others) expect(ofConversations(listener)).toEqual([])

      const again = await Promise.all([
        listenTo(events, { ...bearer(bob), 'last-event-id': '0-0' }),
        listenTo(events, { ...bearer(cat), 'last-event-id': '0-0' }),
        listenTo(events, { 'x-api-key': mill.keys.owner, 'last-event-id': '0-0' }),
      ])
      const last = { name: `Last ${listingId}`, type: 'farm' }
      for (const each of [farm, mill]) ok(await each.as('owner').post('/api/identity/business-units', last))
      for (const listener of again)
        await expect
          .poll(() => listener.heard.some(({ data }) => data.data['name'] === last.name), { timeout: 20_000 })
          .toBe(true)
      const mentions = again.map((listener) => JSON.stringify(listener.heard).includes(conversationId))
      expect(mentions).toEqual([true, false, false])
      for (const listener of [...everybody, ...again]) listener.close()
    },
  )

  test('tells it by type', { timeout: PATIENCE }, async () => {
    const listener = await listenTo(`${events}?types=conversation.`, bearer(bob))
    ok(
      await mill
        .as('owner')
        .post('/api/identity/business-units', { name: `Unheard ${listingId}`, type: 'farm' }),
    )
    const { conversationId } = ok(await write(ann, bob))
    await listener.hear(1)
    expect(listener.heard.map(({ data }) => data.subject)).toEqual([conversationId])
    listener.close()
  })

  test('forgets it after 90 days', async () => {
    const { conversationId } = ok(await write(ann, bob))
    const { db } = service.database
    const told = async () =>
      (await db.selectFrom('personal_events').select('id').where('subject', '=', conversationId).execute())
        .length
    expect(await told()).toBe(2)
    const later = new Date(service.clock.now().getTime() + 91 * 24 * 3_600_000)
    await purgeEvents(db, later)
    expect(await told()).toBe(0)
    expect(ok(await bob.client.get(`${URL}/${conversationId}`)).totalMessages).toBe(1)
  })
})
