import { afterAll, beforeAll, expect, test } from 'vitest'
import { workOff } from '../../src/system/jobs/worker.ts'
import { verifyLedger } from '../../src/inventory/ledger/ledger.ts'
import { newId } from '../../src/kernel/ids.ts'
import { openTestApp, type Answer, type TestApp } from '../app.ts'
import {
  hasParameter,
  isWrite,
  operationsOf,
  readDocuments,
  type Documented,
  type Service,
} from '../documents.ts'
import { openIssuer } from '../issuer.ts'
import { openScene } from '../scene.ts'
import { credentialFor, requestOf, send, withRequests } from '../sending.ts'
import { fc } from '../seed.ts'
import { Judge } from './judge.ts'
import { recipesFor, type Recipe } from './recipe.ts'
import { cook, deliver, told, type Sent } from './request.ts'
import { REQUESTS_PER_OPERATION } from './size.ts'
import { isWithin, Stage } from './stage.ts'

const PATIENCE = 90_000 + REQUESTS_PER_OPERATION * 500
/** Every operation is asked once before. */
const HOOK_PATIENCE = Math.max(PATIENCE, 300_000)
const asIs: Recipe = { isTheirs: false, body: undefined, changes: [], params: {}, query: [], headers: {} }

/**
 * Sends every operation of some services what its schema allows, and what it nearly allows. Whatever comes, the answer is one of those
 * that are documented, nothing of another organisation is reached, and the ledger is sound afterwards. The tests of one file.
 */
export async function fuzz(...services: Service[]): Promise<void> {
  const issuer = await openIssuer()
  const service = await openTestApp({ settings: { trustedIssuers: [issuer.trusted] } })
  const documents = await readDocuments(service)
  const operations = withRequests(operationsOf(documents))
  const judge = new Judge(documents)
  let stage: Stage
  let theirs: Record<string, Answer['body']>

  beforeAll(async () => {
    const open = () => openScene(service, () => issuer.token(newId(), service.clock.now()))
    stage = await Stage.open(service, open, operations)
    // Some requests wait for a job, by having all done that are due: those of the others are done before anybody looks.
    await workOff(service.system.background.jobs)
    theirs = await whatTheySee(service, stage, operations)
  }, HOOK_PATIENCE)
  afterAll(async () => {
    await service.close()
    issuer.close()
  })

  const ours = operations.filter((operation) => services.includes(operation.service))
  const named = ours.map((operation) => [operation.key, operation] as const)
  test.for(named)('%s', { timeout: PATIENCE }, async ([, operation]) => {
    await pelt({ service, judge, stage }, operation, operations.indexOf(operation))
  })

  test('the other organisation is as it was', async () => {
    const now = await whatTheySee(service, stage, operations)
    expect(Object.keys(theirs).length).toBeGreaterThan(10)
    for (const [key, before] of Object.entries(theirs)) expect(now[key], key).toEqual(before)
  })

  test('the ledger is sound', async () => {
    expect(await Array.fromAsync(verifyLedger(service.database.db))).toEqual([])
  })
}

interface Range {
  service: TestApp
  judge: Judge
  stage: Stage
}

/** Sends an operation what works, and then all else. `place` tells its random requests from those of other operations. */
async function pelt({ service, judge, stage }: Range, operation: Documented, place: number): Promise<void> {
  let working = await stage.working(operation)
  let isSpent = false
  const successes: number[] = []

  const fire = async (recipe: Recipe): Promise<number> => {
    if (isSpent) working = await stage.working(operation)
    const pools = reachesOthers(operation) ? { ...stage.pools, foreign: stage.pools.own } : stage.pools
    const theirs = recipe.isTheirs ? stage.theirs.get(operation.key) : undefined
    const sent = theirs
      ? cook(operation, { ...recipe, params: {} }, { ...working, parts: theirs }, pools)
      : cook(operation, recipe, working, pools)
    const answer = await deliver(service, sent)
    const faults = [
      ...judge.faultsOf(sent, answer, secretsFrom(operation, stage)),
      ...lockedOut(sent, answer, recipe),
      ...(theirs && answer.status < 400 ? ['it reaches what is another’s'] : []),
    ]
    // What a write has used up, or who it has shut out, is made anew.
    isSpent =
      (answer.status === 200 && isWrite(operation)) || [401, 429].includes(answer.status) || faults.length > 0
    // Some things an organisation may do so often in an hour: from then on another one does them.
    if (answer.status === 429) stage.tire()
    stage.learn(operation, answer)
    if (answer.status === 200) successes.push(200)
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${told(sent, answer)}`)
    return answer.status
  }

  if ((await fire(asIs)) === 429) await fire(asIs)
  expect(successes, 'a request that works').toEqual([200])
  const seed = (fc.readConfigureGlobal().seed ?? 0) + place
  const property = fc.asyncProperty(recipesFor(operation), async (recipe) => void (await fire(recipe)))
  await fc.assert(property, { seed, numRuns: sizeFor(operation) })
}

function secretsFrom(operation: Documented, { foreign, pools }: Stage) {
  if (reachesOthers(operation)) return undefined
  return { marker: foreign.marker, ids: pools.foreign.uuids() }
}

/** Each upload is looked into by a process of its own, which takes its time. */
function sizeFor({ path }: Documented): number {
  return path.startsWith('/api/system/files') ? Math.ceil(REQUESTS_PER_OPERATION / 4) : REQUESTS_PER_OPERATION
}

/** Operations that are for reaching others: anybody may be written to, and who runs the installation reaches all. */
function reachesOthers(operation: Documented): boolean {
  return !isWithin(operation.permission) || Boolean(requestOf(operation).isShared)
}

/** Outside identity nothing ends a credential, so a good one is good. */
function lockedOut({ operation }: Sent, { status }: Answer, { headers }: Recipe): string[] {
  if (status !== 401 || operation.service === 'identity' || 'authorization' in headers) return []
  return ['a good credential is refused']
}

/** What its owner reads of the other organisation itself; reference data is everybody's, and may change. */
async function whatTheySee(
  service: TestApp,
  { foreign }: Stage,
  operations: Documented[],
): Promise<Record<string, Answer['body']>> {
  const seen: Record<string, Answer['body']> = {}
  for (const operation of operations) {
    const request = requestOf(operation)
    const needsMore = operation.parameters.some(({ required, in: place }) => required && place !== 'header')
    // Their own credentials and tables are in their audit log.
    const isOwnLog = operation.key === 'GET /api/system/audit'
    if (isWrite(operation) || request.by !== 'key' || needsMore || isOwnLog) continue
    const { headers } = await credentialFor(request, foreign, 'owner')
    const query = hasParameter(operation, 'limit') ? { limit: '200' } : {}
    const { body } = await send(service, operation, { query }, headers)
    if (JSON.stringify(body).includes(foreign.marker)) seen[operation.key] = body
  }
  return seen
}
