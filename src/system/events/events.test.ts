import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Answer, Client } from '../../../test/app.ts'
import { until, type Listening } from '../../../test/event-listener.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { openIssuer } from '../../../test/issuer.ts'
import { watchStatements } from '../../../test/statements.ts'
import { newId } from '../../kernel/ids.ts'
import { eventTypes } from './event-types.ts'
import { purgeEvents } from './event-reader.ts'
import { act, keyOf, NEVER, openService, subjects, type Service } from './test-streams.ts'

const PATIENCE = 60_000

describe('a listener', () => {
  let service: Service
  let farm: TestOrganisation
  beforeAll(async () => {
    // Nothing is looked for by the clock: whatever arrives does so because a commit woke the feed.
    service = await openService({ pollMs: NEVER, heartbeatMs: NEVER })
    farm = await makeOrganisation(service.test)
  }, PATIENCE)
  afterAll(() => service.close())

  test('hears at once what happened, from then on, in order', { timeout: PATIENCE }, async () => {
    const early = await service.listen(keyOf(farm))
    await act(farm, 'Before')
    await early.hear(1)
    early.close()
    const listener = await service.listen(keyOf(farm))
    expect(listener.status).toBe(200)
    const ids = [await act(farm, 'One'), await act(farm, 'Two'), await act(farm, 'Three')]
    const [first] = await listener.hear(3)
    expect(subjects(listener)).toEqual(ids)
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: 'business_unit.created',
      data: {
        id: first?.id,
        type: 'business_unit.created',
        subject: ids[0],
        data: expect.objectContaining({ name: 'One' }),
        userId: expect.any(String),
        occurredAtUTC: service.test.clock.now().toISOString(),
      },
    })
    listener.close()
  })

  test('hears of its own organisation only', { timeout: PATIENCE }, async () => {
    const neighbour = await makeOrganisation(service.test)
    const [ours, theirs] = [await service.listen(keyOf(farm)), await service.listen(keyOf(neighbour))]
    const [own, other] = [await act(farm, 'Ours'), await act(neighbour, 'Theirs')]
    await Promise.all([ours.hear(1), theirs.hear(1)])
    expect([subjects(ours), subjects(theirs)]).toEqual([[own], [other]])
    ours.close()
    theirs.close()
  })

  test('misses nothing between two connections', { timeout: PATIENCE }, async () => {
    const away: Listening[] = [await service.listen(keyOf(farm))]
    await until(() => away[0]?.lastId() !== '')
    away[0]?.close()
    const ids: string[] = []
    for (let round = 1; round <= 3; round++) {
      ids.push(await act(farm, `Missed ${round}`), await act(farm, `Missed too ${round}`))
      const again = await service.listen({ ...keyOf(farm), 'last-event-id': away.at(-1)?.lastId() ?? '' })
      await again.hear(2)
      ids.push(await act(farm, `Heard ${round}`))
      await again.hear(3)
      again.close()
      away.push(again)
    }
    expect(away.flatMap(subjects)).toEqual(ids)
  })

  test('that is cut off before anything happened is let in where it was', { timeout: PATIENCE }, async () => {
    const first = await service.listen(keyOf(farm))
    await until(() => first.lastId() !== '')
    first.close()
    const again = await service.listen({ ...keyOf(farm), 'last-event-id': first.lastId() })
    expect(again.status).toBe(200)
    const id = await act(farm, 'Later')
    await again.hear(1)
    expect(subjects(again)).toEqual([id])
    again.close()
  })

  test('hears the types it asks for', { timeout: PATIENCE }, async () => {
    const listener = await service.listen(keyOf(farm), '?types=movement.,business_unit.archived')
    const id = await act(farm, 'Short-lived')
    await farm.as('owner').post(`/api/identity/business-units/${id}/archive`)
    await listener.hear(1)
    expect(listener.heard.map(({ type }) => type)).toEqual(['business_unit.archived'])
    listener.close()
  })

  test('hears nothing of what was refused, replayed or only rehearsed', { timeout: PATIENCE }, async () => {
    const listener = await service.listen(keyOf(farm))
    const send = (body: object) =>
      farm.as('owner').post('/api/identity/business-units', body, { 'idempotency-key': 'once' })
    expect((await send({ name: '' })).status).toBe(400)
    const made = await send({ name: 'Only once', type: 'farm' })
    expect((await send({ name: 'Only once', type: 'farm' })).body).toEqual(made.body)
    const last = await act(farm, 'Last')
    await listener.hear(2)
    expect(subjects(listener)).toEqual([made.body.id, last])
    listener.close()
  })

  type Ending = (owner: Client, listening: { keyId: string; userId: string }) => Promise<Answer>
  const endings: [string, 'key' | 'person', Ending][] = [
    ['key was revoked', 'key', (owner, { keyId }) => owner.delete(`/api/identity/api-keys/${keyId}`)],
    [
      "key's maker was suspended",
      'key',
      (owner, { userId }) => owner.post(`/api/identity/users/${userId}/suspend`),
    ],
    [
      'user was suspended',
      'person',
      (owner, { userId }) => owner.post(`/api/identity/users/${userId}/suspend`),
    ],
    ['user was removed', 'person', (owner, { userId }) => owner.delete(`/api/identity/users/${userId}`)],
  ]
  test.for(endings)('hears nothing after its %s', { timeout: PATIENCE }, async ([what, who, end]) => {
    const ann = await addPerson(service.test, farm, 'admin')
    const key = await ann.client.post('/api/identity/api-keys', { name: 'Screen', role: 'viewer' })
    const credential: Record<string, string> =
      who === 'key' ? { 'x-api-key': key.body.key } : { authorization: `Bearer ${ann.accessToken}` }
    const [ended, other] = [await service.listen(credential), await service.listen(keyOf(farm))]
    const before = await act(farm, `Before its ${what}`)
    await until(() => [ended, other].every((listener) => subjects(listener).includes(before)))
    expect((await end(farm.as('owner'), { keyId: key.body.id, userId: ann.userId })).status).toBe(200)
    const after = await act(farm, `After its ${what}`)
    await until(() => subjects(other).includes(after) && ended.hasEnded())
    expect(subjects(ended)).toEqual([before])
    // What was missed cannot be fetched either.
    expect((await service.listen({ ...credential, 'last-event-id': ended.lastId() })).status).toBe(401)
    other.close()
  })

  const refusals: [string, number, () => Record<string, string>, string, string][] = [
    ['without a credential', 401, () => ({}), '', 'unauthenticated'],
    ['with a wrong key', 401, () => ({ 'x-api-key': 'granary_wrong' }), '', 'unauthenticated'],
    [
      'with an id that is none',
      400,
      () => ({ ...keyOf(farm), 'last-event-id': 'yesterday' }),
      '',
      'invalid_input',
    ],
    [
      'with an id of what one person is to hear alone',
      400,
      () => ({ ...keyOf(farm), 'last-event-id': '0.1' }),
      '',
      'invalid_input',
    ],
    [
      'with an id of the future',
      400,
      () => ({ ...keyOf(farm), 'last-event-id': '999999999999' }),
      '',
      'invalid_input',
    ],
    ['with an unknown parameter', 400, () => keyOf(farm), '?type=movement.', 'invalid_input'],
    ['with types that are none', 400, () => keyOf(farm), '?types=movement.,,*', 'invalid_input'],
    ['for what never happens', 400, () => keyOf(farm), '?types=movement.,mouvement.', 'invalid_input'],
    ['for what no key is told', 400, () => keyOf(farm), '?types=conversation.', 'invalid_input'],
  ]
  test.for(refusals)('is refused %s', { timeout: PATIENCE }, async ([, status, headers, query, code]) => {
    const refused = await service.listen(headers(), query)
    expect({ status: refused.status, code: JSON.parse(refused.body).code }).toEqual({ status, code })
    if (status === 400) expect(JSON.parse(refused.body).validation).toHaveLength(1)
  })

  test(
    'that reads slowly gets everything once, in order, and holds up nobody',
    { timeout: PATIENCE },
    async () => {
      const [slow, quick] = [await service.listen(keyOf(farm)), await service.listen(keyOf(farm))]
      slow.pause()
      // More than the connection holds and more than is kept for a listener: it has to read from the database again.
      const [rounds, perRound] = [16, 400]
      for (let round = 0; round < rounds; round++) {
        await sql`insert into events (organisation_id, type, subject, data, occurred_at)
        select ${farm.organisationId}, 'test.filled', ${round * perRound} + n, jsonb_build_object('text', repeat('x', 4000)), now()
        from generate_series(0, ${perRound - 1}::int) as n`.execute(service.test.database.db)
        await act(farm, `Round ${round}`)
      }
      const ofTest = ({ heard }: Listening) =>
        heard.filter(({ type }) => type === 'test.filled').map(({ data }) => Number(data.subject))
      const all = Array.from({ length: rounds * perRound }, (_each, index) => index)
      await quick.hear(rounds * (perRound + 1))
      expect(ofTest(quick)).toEqual(all)
      expect(slow.heard.length).toBeLessThan(all.length)
      slow.resume()
      await slow.hear(rounds * (perRound + 1))
      expect(ofTest(slow)).toEqual(all)
      expect(slow.heard.map(({ id }) => id)).toEqual(quick.heard.map(({ id }) => id))
      slow.close()
      quick.close()
    },
  )

  test('is one of 250 of an organisation at most', { timeout: PATIENCE }, async () => {
    const [greedy, other] = [await makeOrganisation(service.test), await makeOrganisation(service.test)]
    const all = await Promise.all(Array.from({ length: 250 }, () => service.listen(keyOf(greedy))))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    const statements = watchStatements(service.test.database.pool)
    await until(() => all.every((listener) => listener.lastId() !== ''))
    const lookedUp = async () => {
      statements.taken()
      expect((await service.listen(keyOf(greedy))).status).toBe(429)
      return statements.taken().filter((text) => text.includes('event_streams'))
    }
    // Where it would begin is not looked up. The feed may be reading for the others, now and then.
    await expect.poll(lookedUp, { interval: 500, timeout: PATIENCE / 2 }).toEqual([])
    const refused = await service.listen(keyOf(greedy))
    expect(refused.body).toContain('Your organisation listens 250 times just now.')
    const heard = await service.listen(keyOf(other))
    expect(heard.status).toBe(200)
    for (const listener of [...all, heard]) listener.close()
    await until(() => all.every((listener) => listener.hasEnded()))
    const again = await service.listen(keyOf(greedy))
    expect(again.status).toBe(200)
    again.close()
  })

  test(
    'is not shut out by four organisations that have all 1000 places: one of theirs ends',
    { timeout: PATIENCE },
    async () => {
      const farms = await Promise.all(Array.from({ length: 4 }, () => makeOrganisation(service.test)))
      const all: Listening[] = []
      for (const each of farms)
        all.push(...(await Promise.all(Array.from({ length: 250 }, () => service.listen(keyOf(each))))))
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
      const fifth = await service.listen(keyOf(farm))
      expect(fifth.status).toBe(200)
      await until(() => all.filter((listener) => listener.hasEnded()).length === 1)
      expect(fifth.hasEnded()).toBe(false)
      for (const listener of [...all, fifth]) listener.close()
      await until(() => all.every((listener) => listener.hasEnded()))
      await expect
        .poll(async () => {
          const again = await service.listen(keyOf(farm))
          again.close()
          return again.status
        })
        .toBe(200)
    },
  )

  test('is described in a document of its own', async () => {
    const { status, body } = await service.test.client().get('/api/events/openapi.json')
    expect(status).toBe(200)
    expect(body.paths['/api/events'].get).toMatchObject({
      summary: 'Listen to events',
      'x-permission': 'events:read',
    })
    for (const type of eventTypes) expect(body.paths['/api/events'].get.description).toContain(`\`${type}\``)
    expect(Object.keys(body.paths)).toEqual(['/api/events'])
    expect(body.tags).toEqual([{ name: 'events', description: expect.stringMatching(/\.$/) }])
    expect(body.components.schemas.Event.properties.type.enum).toEqual(eventTypes)
  })
})

describe('a quiet stream', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService({ pollMs: 50, heartbeatMs: 60 })
  }, PATIENCE)
  afterAll(() => service.close())

  test('is kept alive, and says where it is', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const listener = await service.listen(keyOf(farm))
    await until(() => listener.heartbeats() >= 3)
    expect(listener.lastId()).toMatch(/^\d+$/)
    listener.close()
  })

  test('is kept alive while the database does not answer', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const listener = await service.listen(keyOf(farm))
    await until(() => listener.heartbeats() > 0)
    await service.test.database.db.transaction().execute(async (trx) => {
      await sql`lock table api_keys in access exclusive mode`.execute(trx)
      const before = listener.heartbeats()
      await until(() => listener.heartbeats() > before + 3)
    })
    listener.close()
  })

  test('tells what other processes wrote', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const listener = await service.listen(keyOf(farm))
    await until(() => listener.lastId() !== '')
    await sql`insert into events (organisation_id, type, subject, data, occurred_at)
      values (${farm.organisationId}, 'test.elsewhere', 'x', '{}', now())`.execute(service.test.database.db)
    await listener.hear(1)
    listener.close()
  })

  test('ends soon after its key was revoked', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const owner = farm.as('owner')
    const made = await owner.post('/api/identity/api-keys', { name: 'Screen', role: 'viewer' })
    const listener = await service.listen({ 'x-api-key': made.body.key })
    await until(() => listener.heartbeats() > 0)
    expect(listener.hasEnded()).toBe(false)
    expect((await owner.delete(`/api/identity/api-keys/${made.body.id}`)).status).toBe(200)
    await until(() => listener.hasEnded())
    expect((await service.listen({ 'x-api-key': made.body.key })).status).toBe(401)
  })

  test('ends when its token means another organisation', { timeout: PATIENCE }, async () => {
    const issuer = await openIssuer()
    const trusting = await openService({ pollMs: 50, heartbeatMs: NEVER }, [issuer.trusted])
    onTestFinished(async () => {
      await trusting.close()
      issuer.close()
    })
    const { database, clock } = trusting.test
    const [left, joined] = [await makeOrganisation(trusting.test), await makeOrganisation(trusting.test)]
    const { userId: user_id } = await addPerson(trusting.test, left, 'viewer')
    const identity = {
      id: newId(),
      issuer: issuer.trusted.issuer,
      subject: 'ann',
      user_id,
      created_at: clock.now(),
    }
    await database.db.insertInto('external_identities').values(identity).execute()
    const authorization = `Bearer ${await issuer.token('ann', clock.now())}`
    const listener = await trusting.listen({ authorization })
    const before = await act(left, 'Before')
    await listener.hear(1)
    await database.db
      .updateTable('memberships')
      .set({ organisation_id: joined.organisationId })
      .where('user_id', '=', user_id)
      .execute()
    await act(left, 'After')
    await until(() => listener.hasEnded() || listener.heard.length > 1)
    expect(subjects(listener)).toEqual([before])
  })

  test('ends when the service stops', { timeout: PATIENCE }, async () => {
    const stopping = await openService({ pollMs: 50, heartbeatMs: NEVER })
    const farm = await makeOrganisation(stopping.test)
    const listeners = await Promise.all([1, 2, 3].map(() => stopping.listen(keyOf(farm))))
    await until(() => listeners.every((listener) => listener.lastId() !== ''))
    await stopping.close()
    await until(() => listeners.every((listener) => listener.hasEnded()))
  })

  test('forgets what is older than 90 days', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const { db } = service.test.database
    const now = new Date('2026-11-21T12:00:00Z')
    await sql`insert into events (organisation_id, type, subject, data, occurred_at)
      select ${farm.organisationId}, 'test.aged', days, '{}', ${now}::timestamptz - make_interval(days => days)
      from unnest(array[1, 89, 91, 400]) as days`.execute(db)
    await purgeEvents(db, now)
    const left = await db
      .selectFrom('events')
      .select('subject')
      .where('type', '=', 'test.aged')
      .orderBy('id')
      .execute()
    expect(left.map(({ subject }) => subject)).toEqual(['1', '89'])
  })
})
