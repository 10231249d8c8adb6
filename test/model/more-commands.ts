import { fc } from '../seed.ts'
import {
  bay,
  choice,
  commandArbitraries,
  CountStock,
  grams,
  live,
  Move,
  movementRecordId,
  ParcelStep,
  rarely,
  Store,
} from './commands.ts'
import { holdArbitraries } from './hold-commands.ts'
import { periodArbitraries } from './period-commands.ts'
import { bayOf, renamed, type Model, type ModelMovement } from './ledger-model.ts'
import { stocktakeArbitraries } from './stocktakes.ts'
import {
  destinationBody,
  destinationOf,
  destinationParcel,
  HOUR,
  isAlike,
  iso,
  knownParcels,
  ORGANIC,
  pick,
  postingOf,
  recordIdOf,
  settle,
  Pass,
  Step,
  type Command,
  type Real,
} from './step.ts'

/** Several movements get another weight, date or bay, judged once. */
class EditSeveral extends Step {
  readonly edits: { movement: number; bay: number; grams: number; hours: number }[]
  constructor(edits: EditSeveral['edits']) {
    super()
    this.edits = edits
  }
  check = (model: Model) => this.changes(model).length > 0
  /** Each movement once, and none to where it comes from. */
  changes(model: Model): { movement: ModelMovement; changed: ModelMovement }[] {
    const found = new Map<ModelMovement, ModelMovement>()
    for (const { movement: choice, bay: to, grams: weight, hours } of this.edits) {
      const movement = pick(live(model), choice)
      if (!movement || found.has(movement)) continue
      const changed = {
        ...movement,
        grams: movement.weighedNet ?? weight,
        bay: movement.bay === null ? null : to,
      }
      const isFromParcel = movement.type === 'internal' && movement.recordParcel !== 'planting'
      if (isFromParcel && bayOf(movement.recordParcel) === changed.bay) continue
      if (movement.type === 'intake') changed.recordParcel = destinationParcel(movement.recordParcel, to)
      changed.to = destinationOf(changed)
      changed.fact = postingOf(changed, movement.fact.order, model.now + hours * HOUR)
      found.set(movement, changed)
    }
    return [...found].map(([movement, changed]) => ({ movement, changed }))
  }
  async run(model: Model, real: Real): Promise<void> {
    const changes = this.changes(model)
    const movements: object[] = []
    for (const { movement, changed } of changes)
      movements.push({
        id: movement.id,
        recordId: await movementRecordId(real, movement),
        movementDateISO: iso(changed.fact.at),
        weight: changed.grams / 1000,
        ...destinationBody(real, changed),
      })
    const answer = await real.client.put('/api/inventory/movements/bulk', { movements })
    const instead = new Map(changes.map(({ movement, changed }) => [movement.fact, changed.fact]))
    const isSetApart = changes.some(
      ({ movement, changed }) =>
        movement.to === changed.to &&
        movement.fact.at > model.now &&
        changed.fact.at <= model.now &&
        !isAlike(movement),
    )
    const after = model.facts.map((fact) => instead.get(fact) ?? fact)
    if (!settle(model, answer, after, isSetApart ? 'incompatible_stock' : undefined)) return
    for (const { movement, changed } of changes) Object.assign(movement, changed)
  }
  toString = () =>
    `edit ${this.edits.map((each) => `#${each.movement} to ${each.grams} g, bay ${each.bay}, ${each.hours} h`).join('; ')}`
}

/** A parcel turns out to be organic, or not to be. */
class Correct extends ParcelStep {
  async runOn(parcel: string, model: Model, real: Real): Promise<void> {
    const isOrganic = parcel.endsWith('/organic')
    const becomes = isOrganic ? parcel.replace('/organic', '') : `${parcel}/organic`
    const id = await recordIdOf(real, parcel)
    const answer = await real.client.patch(`/api/inventory/records/${id}`, {
      tags: isOrganic ? [] : [ORGANIC],
    })
    const { before = 0 } = model.closed ?? {}
    // It is another parcel for all of its time: closed books would say something else.
    const wasClosed = model.facts.some(
      ({ at, deltas, counts }) =>
        at < before && [...deltas, ...counts].some((each) => each.parcel === parcel && each.grams > 0),
    )
    const refused = model.known?.has(becomes) ? 'incompatible_stock' : 'accepted'
    const veto = wasClosed && refused === 'accepted' ? 'period_closed' : refused
    if (!settle(model, answer, model.facts, veto)) return
    renamed(model, parcel, becomes)
    real.recordIds.delete(parcel)
    real.recordIds.set(becomes, id)
  }
  toString = () => `correct #${this.parcel}`
}

/** A parcel is graded anew: what is there is what it was. */
class Regrade extends Step {
  readonly parcel: number
  readonly grade: number
  constructor(parcel: number, grade: number) {
    super()
    this.parcel = parcel
    this.grade = grade
  }
  check = (model: Model) => knownParcels(model).some((parcel) => parcel.split('/')[1] === '1')
  async run(model: Model, real: Real): Promise<void> {
    const wheat = knownParcels(model).filter((parcel) => parcel.split('/')[1] === '1')
    const id = await recordIdOf(real, pick(wheat, this.parcel) ?? '')
    const answer = await real.client.patch(`/api/inventory/records/${id}`, { commodityGrade: this.grade })
    settle(model, answer, model.facts)
  }
  toString = () => `regrade #${this.parcel}`
}

/** The same is done by another organisation, in its own places. */
class ByTheOther extends Step {
  readonly command: Command
  constructor(command: Command) {
    super()
    this.command = command
  }
  /** At the same time. */
  modelOf({ now, other }: Model): Model | undefined {
    if (other) other.now = now
    return other
  }
  check = (model: Model) => {
    const other = this.modelOf(model)
    return other !== undefined && this.command.check(other)
  }
  async run(model: Model, { other: real }: Real): Promise<void> {
    const other = this.modelOf(model)
    if (!other || !real) return
    await this.command.run(other, real)
    model.now = other.now
  }
  toString = () => `the other: ${this.command.toString()}`
}

/** Few instants, so that much happens at one, in any order. */
const instants = fc.constantFrom(-24, -12, -12, 0, 0, 12, 24)

const atOneInstant: fc.Arbitrary<Command>[] = [
  fc
    .tuple(bay, fc.nat({ max: 1 }), rarely, grams, instants, fc.boolean(), rarely)
    .map(([b, c, o, g, h, i, organic]) => new Store(b, c, o ? 1 : 0, g, h, i, organic)),
  fc.tuple(choice, bay, grams, instants, rarely).map(([f, b, g, h, z]) => new Move(f, b, g, h, false, z, 0)),
  fc.tuple(choice, grams, instants, rarely).map(([f, g, h, z]) => new Move(f, null, g, h, true, z, 0)),
  fc.constant(new Pass(12)),
]

const withoutWeight: fc.Arbitrary<Command>[] = [
  fc.tuple(bay, fc.nat({ max: 1 }), instants).map(([b, c, h]) => new Store(b, c, 0, 0, h, true)),
  fc.tuple(choice, fc.option(bay), instants).map(([f, b, h]) => new Move(f, b, 0, h, false, false, 0)),
]

const corrections: fc.Arbitrary<Command>[] = [
  fc
    .tuple(choice, fc.integer({ min: 0, max: 60 }), fc.constantFrom(-24, -12, -5))
    .map(([p, g, h]) => new CountStock(p, g * 1_000_001, h)),
  fc
    .array(fc.record({ movement: choice, bay, grams, hours: instants }), { minLength: 1, maxLength: 3 })
    .map((edits) => new EditSeveral(edits)),
  choice.map((parcel) => new Correct(parcel)),
  fc.tuple(choice, fc.constantFrom(1010101, 1010106)).map(([parcel, grade]) => new Regrade(parcel, grade)),
]

const own = [
  ...commandArbitraries,
  ...atOneInstant,
  ...withoutWeight,
  ...corrections,
  ...holdArbitraries,
  ...stocktakeArbitraries,
  ...periodArbitraries,
]

/** What may happen in a history of two organisations. */
export const allArbitraries: fc.Arbitrary<Command>[] = [
  ...own,
  fc.oneof(...own).map((command) => new ByTheOther(command)),
]
