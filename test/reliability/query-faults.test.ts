import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import { openTestApp, type Answer } from '../app.ts'
import { isWrite, operationsOf, readDocuments, type Documented } from '../documents.ts'
import { expectError } from '../error-body.ts'
import { openIssuer } from '../issuer.ts'
import type { RequestParts } from '../request-fixture.ts'
import { makeRecord, movement } from '../farm.ts'
import { ok, openScene } from '../scene.ts'
import { fc } from '../seed.ts'
import { credentialFor, partsOf, requestOf, send, withRequests, type Headers } from '../sending.ts'
import { countBusy, digestOf, rowsIn, type Digest } from './digest.ts'
import { faultKinds, installFaults, withFault, type QueryFault } from './query-faults.ts'
import { isNightly } from './size.ts'

// A fault at every query of every write: nothing is half done, the caller is told so, and sending it again with the same
// Idempotency-Key does it once (CONTRIBUTING: a refused request has changed nothing).

vi.setConfig({ testTimeout: isNightly ? 600_000 : 120_000 })

const uninstall = installFaults()
const issuer = await openIssuer()
const service = await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } })
const operations = withRequests(operationsOf(await readDocuments(service)))
const scene = await openScene(service, () => issuer.token(newId(), service.clock.now()))
afterAll(async () => {
  uninstall()
  await service.close()
  issuer.close()
})

/** One request that has to be accepted, with a key of its own, and what the database held before it. */
interface Attempt {
  operation: Documented
  ask: () => Promise<Answer>
  before: Digest
}

async function makeAttempt(operation: Documented): Promise<Attempt> {
  const request = requestOf(operation)
  const { headers, person } = await credentialFor(request, scene, 'owner')
  // A platform admin acts on another organisation: to suspend the own one would take the credential away.
  const acted = request.by === 'platform admin' ? await openScene(service) : scene
  const parts: RequestParts = await partsOf(request, acted, person)
  const keyed: Headers = { ...headers, 'idempotency-key': newId() }
  return { operation, ask: () => send(service, operation, parts, keyed), before: await digestNow() }
}

/** What is stored once nobody is writing any more: a server learns of a lost connection, and rolls back, a moment later. */
async function digestNow(): Promise<Digest> {
  const { db } = service.database
  await expect.poll(() => countBusy(db), { interval: 5 }).toBe(0)
  return digestOf(db)
}

/** Where an upload says first that bytes of it are on their way, for housekeeping to find what broke off. */
const UPLOADS_UNDER_WAY = 'unfinished_files'
/** Where an import keeps how far it has come. */
const IMPORTS_UNDER_WAY = ['imports', 'import_faults', 'idempotency_keys']

/** Imports store row after row, and say so: half of a file is no fault, as long as the rest follows. */
const isStepwise = ({ path }: Documented) => /\/imports\/|\/varieties\/import$/.test(path)

/** What a password tried is noted in before the write begins: as a failure until it is found right, and then the network. */
const PASSWORDS_TRIED = ['sign_in_failures', 'known_networks']

/** What is good once however it ends, and so is spent before the write begins: then there has to be another one. */
const SPENT_FIRST = 'provider_sign_ins'

/** Entries of the audit log, whether they are chained by now or not. An erasure has those before it chained first. */
const AUDIT_LOG = ['audit_chains', 'audit_entries', 'audit_pending']
const auditEntriesIn = (digest: Digest) => rowsIn(digest, 'audit_entries') + rowsIn(digest, 'audit_pending')

function isSame({ operation, before }: Attempt, after: Digest): boolean {
  const chained = operation.path.endsWith('/erasure') ? AUDIT_LOG : []
  const own = Object.fromEntries(
    [UPLOADS_UNDER_WAY, SPENT_FIRST, ...PASSWORDS_TRIED, ...chained].map((table) => [table, '']),
  )
  return (
    isDeepStrictEqual({ ...after, ...own }, { ...before, ...own }) &&
    auditEntriesIn(after) === auditEntriesIn(before)
  )
}

/** A fault costs whoever typed the right password one of their attempts at most; then they are given back, for the next fault. */
async function expectOneTriedAtMost(): Promise<void> {
  const { db } = service.database
  const counted = await db.selectFrom('sign_in_failures').select('failures').execute()
  for (const { failures } of counted) expect(failures).toBe(1)
  await db.deleteFrom('sign_in_failures').execute()
}

/** Made by the first request, and changed or joined by the next. */
const MADE_ONCE = ['logging_settings', 'harvest_plans', 'known_networks', 'number_counters']

/** How many rows came or went, by table. */
type Change = Record<string, number>

function changeOf({ operation, before }: Attempt, after: Digest): Change {
  // Each owner is told of a deletion, and each attempt is another owner's.
  const told = operation.path.endsWith('/organisation/deletion') ? ['jobs'] : []
  const others = [UPLOADS_UNDER_WAY, ...IMPORTS_UNDER_WAY, ...MADE_ONCE, ...AUDIT_LOG, ...told]
  const tables = Object.keys(after).filter((table) => !others.includes(table))
  const changes = tables.map((table): [string, number] => [
    table,
    rowsIn(after, table) - rowsIn(before, table),
  ])
  return { ...Object.fromEntries(changes), audited: auditEntriesIn(after) - auditEntriesIn(before) }
}

/** Asked again, it is answered as it was, and nothing changes. */
async function expectReplay({ operation, ask }: Attempt, first: Answer | undefined): Promise<void> {
  const before = await digestNow()
  const again = await ask()
  // Who has signed out or is erased is nobody any more, and is not told again.
  if (operation.title === 'Sign out' || operation.path.endsWith('/me/erasure'))
    return expect(again.status).toBe(401)
  const { status, headers, body } = again
  expect({ status, replayed: headers['idempotency-replayed'] }, JSON.stringify(body)).toEqual({
    status: 200,
    replayed: 'true',
  })
  if (first) expect(body).toEqual(first.body)
  expect(await digestNow()).toEqual(before)
}

/** The faults to try among these queries: by night all of them; by day some, and what is worst, a lost answer to each COMMIT. */
function faultsAmong(texts: string[], byDay: number): QueryFault[] {
  const all = texts.flatMap((_text, at) => faultKinds.map((kind) => ({ kind, at })))
  const commits = texts.flatMap((text, at): QueryFault[] =>
    text === 'commit' ? [{ kind: 'lost after', at }] : [],
  )
  return isNightly ? all : [...fc.sample(fc.constantFrom(...all), byDay), ...commits]
}

/** Sends the request with a fault in it. Answers whether it was done all the same, so that another one is needed. */
async function tryFault(attempt: Attempt, fault: QueryFault, change: Change): Promise<boolean> {
  const { result, hit, texts } = await withFault(fault, attempt.ask)
  const after = await digestNow()
  const said = `${fault.kind} at ${fault.at}: ${hit}`
  await expectOneTriedAtMost()
  if (result.status === 200) {
    // There were fewer queries this time, or the fault hit what the answer does not depend on.
    await expectReplay(attempt, result)
    return true
  }
  expect(hit, said).toBeDefined()
  if (result.status === 503) expectError(result, 503, 'unavailable')
  else expectError(result, 500, 'internal_error')
  // Whoever lost the connection is asked to come again.
  if (fault.kind !== 'refused') expect(result.status, said).toBe(503)
  if (isStepwise(attempt.operation)) return false
  if (isSame(attempt, after)) return !isDeepStrictEqual(after[SPENT_FIRST], attempt.before[SPENT_FIRST])
  // All of it, and only where COMMIT was on its way when the connection broke.
  expect([fault.kind, texts.includes('commit')], said).toEqual(['lost after', true])
  expect(changeOf(attempt, after), said).toEqual(change)
  await expectReplay(attempt, undefined)
  return true
}

/** The request without any fault: the queries it takes, and what it changes. */
async function expectSound(operation: Documented): Promise<{ texts: string[]; change: Change }> {
  const attempt = await makeAttempt(operation)
  const { result, texts } = await withFault(undefined, attempt.ask)
  expect(result.status, JSON.stringify(result.body)).toBe(200)
  const change = changeOf(attempt, await digestNow())
  await expectReplay(attempt, result)
  return { texts, change }
}

describe('every write', () => {
  test.each(operations.filter(isWrite))('$key', async (operation) => {
    const { texts, change } = await expectSound(operation)
    expect(texts).toContain('commit')

    let attempt: Attempt | undefined
    for (const fault of faultsAmong(texts, 2)) {
      attempt ??= await makeAttempt(operation)
      const isSpent = await tryFault(attempt, fault, change)
      if (isSpent) attempt = undefined
    }
    if (!attempt) return
    const converged = await attempt.ask()
    expect(converged.status, JSON.stringify(converged.body)).toBe(200)
    expect(changeOf(attempt, await digestNow())).toEqual(change)
    await expectReplay(attempt, converged)
  })
})

describe('movements that come at once', () => {
  const AT_ONCE = 6

  /** Sends them all, each under its key. */
  function sendAll(recordId: string, keys: string[]): Promise<Answer[]> {
    const operator = scene.farm.as('operator')
    const send = (key: string) =>
      operator.post('/api/inventory/movements', movement(recordId, 1, 'mill'), { 'idempotency-key': key })
    return Promise.all(keys.map(send))
  }

  const newKeys = () => Array.from({ length: AT_ONCE }, () => newId())

  test('are each done once, whatever fails for those stored together', async () => {
    const { id } = await makeRecord(scene)
    const weight = async () =>
      ok(await scene.farm.as('operator').get(`/api/inventory/records/${id}`)).commodity.weight.weight
    const { texts } = await withFault(undefined, () => sendAll(id, newKeys()))
    for (const fault of faultsAmong(texts, 10)) {
      const keys = newKeys()
      const before = await weight()
      const { result: first, hit } = await withFault(fault, () => sendAll(id, keys))
      const said = `${fault.kind} at ${fault.at}: ${hit}`
      for (const { status } of first) expect([200, 500, 503], said).toContain(status)
      await digestNow()
      const again = await sendAll(id, keys)
      for (const [place, answer] of again.entries()) {
        ok(answer)
        if (first[place]?.status === 200) expect(answer.body, said).toEqual(first[place].body)
      }
      expect(before - (await weight()), said).toBe(AT_ONCE)
    }
  })
})
