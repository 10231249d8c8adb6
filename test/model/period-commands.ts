import { expect } from 'vitest'
import { fc } from '../seed.ts'
import type { Model } from './ledger-model.ts'
import { HOUR, iso, Step, type Command, type Real } from './step.ts'

const DAY = 24 * HOUR
const PERIODS = '/api/inventory/periods'

/** The close of a day in London in summer. */
const closeOf = (day: string) => Date.parse(`${day}T23:00:00Z`)

/** What lies where at the close of the books, to be the same for as long as they are closed. */
async function closedFigures({ owner }: Real, closedBefore: number): Promise<unknown> {
  const { body } = await owner.get(`/api/inventory/position?at=${iso(closedBefore - 1)}`)
  return body.lines.map((line: Record<string, unknown>) => [
    line['recordId'],
    line['harvestYear'],
    line['weight'],
  ])
}

export async function expectClosedAsItWas(model: Model, real: Real): Promise<void> {
  const { closed } = model
  if (closed) expect(await closedFigures(real, closed.before)).toEqual(closed.figures)
}

/** The books are closed up to a day that has ended. */
class Close extends Step {
  readonly daysAgo: number
  constructor(daysAgo: number) {
    super()
    this.daysAgo = daysAgo
  }
  dayOf = (model: Model) => iso(model.now + HOUR - this.daysAgo * DAY).slice(0, 10)
  check = (model: Model) => closeOf(this.dayOf(model)) > (model.closed?.before ?? 0)
  async run(model: Model, real: Real): Promise<void> {
    await expectClosedAsItWas(model, real)
    const upTo = this.dayOf(model)
    const { status, body } = await real.owner.post(PERIODS, { upTo })
    expect(status, JSON.stringify(body)).toBe(200)
    const before = closeOf(upTo)
    model.closed = { before, figures: await closedFigures(real, before) }
  }
  toString = () => `close up to ${this.daysAgo} days ago`
}

/** All that is closed is opened again, the newest first. */
export async function reopenAll({ owner }: Pick<Real, 'owner'>): Promise<void> {
  const { body } = await owner.get(PERIODS)
  for (const { id, status } of body.periods)
    if (status === 'closed')
      expect((await owner.post(`${PERIODS}/${id}/reopen`, { reason: 'Once more' })).status).toBe(200)
}

class Reopen extends Step {
  check = (model: Model) => model.closed !== undefined
  async run(model: Model, real: Real): Promise<void> {
    await expectClosedAsItWas(model, real)
    await reopenAll(real)
    delete model.closed
  }
  toString = () => 'reopen all'
}

/** What may be closed in a history. */
export const periodArbitraries: fc.Arbitrary<Command>[] = [
  fc.integer({ min: 1, max: 2 }).map((days) => new Close(days)),
  fc.integer({ min: 1, max: 2 }).map((days) => new Close(days)),
  fc.constant(new Reopen()),
]
