import type { Answer, TestApp } from '../app.ts'
import type { Documented } from '../documents.ts'
import type { TestPerson } from '../factories.ts'
import type { RequestParts } from '../request-fixture.ts'
import { openScene, type Scene } from '../scene.ts'
import { credentialFor, partsOf, requestOf, send, type Headers } from '../sending.ts'
import { isObject } from './json.ts'
import { nameOfParameter, Pool, resourceOf } from './pool.ts'
import type { Pools } from './request.ts'

/** After as many requests that worked another organisation goes on: what one holds would make each request slower than the last. */
const ENOUGH = 300

/** Where the fuzzer plays: an organisation of its own, and another one that it must never reach. */
export class Stage {
  readonly foreign: Scene
  /** Where those belong who run the installation: nobody suspends themselves. */
  readonly #office: Scene
  /** Requests that work for the other organisation about what is its own, by operation. */
  readonly theirs = new Map<string, RequestParts>()
  readonly pools: Pools = { own: new Pool(), foreign: new Pool() }
  readonly #service: TestApp
  readonly #open: () => Promise<Scene>
  readonly #credentials = new Map<string, { headers: Headers; person: TestPerson | undefined }>()
  #own: Scene
  #isTired = false
  #successes = 0

  private constructor(
    service: TestApp,
    open: () => Promise<Scene>,
    { own, foreign, office }: Record<'own' | 'foreign' | 'office', Scene>,
  ) {
    this.#service = service
    this.#open = open
    this.#own = own
    this.foreign = foreign
    this.#office = office
  }

  /** Opens it, and fills the other organisation with something of every kind. */
  static async open(service: TestApp, open: () => Promise<Scene>, operations: Documented[]): Promise<Stage> {
    const scenes = { own: await open(), foreign: await open(), office: await openScene(service) }
    const stage = new Stage(service, open, scenes)
    for (const operation of operations.filter(({ permission }) => isWithin(permission))) {
      const request = requestOf(operation)
      const { headers, person } = await credentialFor(request, stage.foreign, 'owner')
      const parts = await partsOf(request, stage.foreign, person)
      const answer = await send(service, operation, parts, headers)
      gather(stage.pools.foreign, operation, parts, answer)
      const isNamed = operation.path.includes('{') && !request.isShared
      if (isNamed) stage.theirs.set(operation.key, await partsOf(request, stage.foreign, person))
      // The organisation itself is known to its partners.
      stage.pools.foreign.forget(stage.foreign.farm.organisationId)
    }
    return stage
  }

  get own(): Scene {
    return this.#own
  }

  /** A request that works just now, made anew, and who sends it. */
  async working(operation: Documented): Promise<{ parts: RequestParts; headers: Headers }> {
    try {
      return await this.#made(operation)
    } catch {
      // What was sent may have ended who sends it, or filled the organisation up: begin with another one.
      await this.#renew()
      return this.#made(operation)
    }
  }

  async #made(operation: Documented): Promise<{ parts: RequestParts; headers: Headers }> {
    const request = requestOf(operation)
    await this.#service.database.db.deleteFrom('sign_in_failures').execute()
    const isIn = await this.#isGood({ 'x-api-key': this.#own.farm.keys.owner })
    if (this.#isTired || !isIn) await this.#renew()
    const known = this.#credentials.get(operation.key)
    const isGood = known && (known.person === undefined || (await this.#isGood(known.headers)))
    const { headers, person } = isGood
      ? known
      : await credentialFor(request, request.by === 'platform admin' ? this.#office : this.#own, 'owner')
    this.#credentials.set(operation.key, { headers, person })
    const parts = await partsOf(request, this.#own, person)
    gather(this.pools.own, operation, parts, undefined)
    return { parts, headers }
  }

  /** Lets another organisation go on: this one has done what it may. */
  tire(): void {
    this.#isTired = true
  }

  /** Learns the ids that an answer tells. */
  learn(operation: Documented, answer: Answer): void {
    if (answer.status !== 200) return
    gather(this.pools.own, operation, {}, answer)
    this.#successes += 1
    if (this.#successes % ENOUGH === 0) this.tire()
  }

  async #isGood(headers: Headers): Promise<boolean> {
    const { status } = await this.#service.client({ headers }).get('/api/identity/me')
    return status === 200
  }

  async #renew(): Promise<void> {
    this.#own = await this.#open()
    this.#isTired = false
    this.#credentials.clear()
    this.pools.own = new Pool()
  }
}

/** Whether what an operation may see ends at the borders of the caller's organisation. */
export function isWithin(permission: string): boolean {
  return permission !== 'platform:admin' && permission !== 'public'
}

function gather(pool: Pool, { path }: Documented, parts: RequestParts, answer: Answer | undefined): void {
  for (const [name, value] of Object.entries(parts.params ?? {})) pool.add(nameOfParameter(path, name), value)
  pool.gather(parts.query, resourceOf(path))
  if (!(parts.body instanceof FormData)) pool.gather(parts.body, resourceOf(path))
  if (answer && (isObject(answer.body) || Array.isArray(answer.body)))
    pool.gather(answer.body, resourceOf(path))
}
