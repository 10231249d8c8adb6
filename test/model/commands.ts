import { fc } from '../seed.ts'
import { bayOf, parcelName, type Model, type ModelFact, type ModelMovement } from './ledger-model.ts'
import {
  COMMODITIES,
  HOUR,
  PARTNER,
  STOCK_TAKE,
  Compare,
  Pass,
  Step,
  ORGANIC,
  WHEAT,
  destinationBody,
  destinationOf,
  destinationParcel,
  isAlike,
  postingOf,
  iso,
  knownParcels,
  newFact,
  pick,
  recordIdOf,
  settle,
  type Real,
  type Command,
} from './step.ts'

/** Stock is taken in, or entered as there before the books began. */
export class Store extends Step {
  readonly bay: number
  readonly commodity: number
  readonly owner: number
  readonly grams: number
  readonly hours: number
  readonly isIntake: boolean
  readonly isOrganic: boolean
  constructor(
    bay: number,
    commodity: number,
    owner: number,
    grams: number,
    hours: number,
    isIntake: boolean,
    isOrganic = false,
  ) {
    super()
    this.bay = bay
    this.commodity = commodity
    this.owner = owner
    this.grams = grams
    this.hours = hours
    this.isIntake = isIntake
    this.isOrganic = isOrganic
  }
  check = () => true
  /** Of even tonnes one, of odd ones another: heaps become mixed. */
  variety = () => (Math.floor(this.grams / 1_000_000) % 2 === 0 ? 'Skyfall' : 'Crusoe')
  async run(model: Model, real: Real): Promise<void> {
    const commodity = COMMODITIES[this.commodity] ?? WHEAT
    // What is there already cannot be so in the future; a lorry may be planned.
    const at = model.now + (this.isIntake ? this.hours : -Math.abs(this.hours)) * HOUR
    const date = iso(at)
    const answer = await real.client.post('/api/inventory/records', {
      owned: this.owner === 0,
      type: 'crop',
      harvestYear: '2026',
      commodity: { ...commodity, variety: this.variety(), tags: this.isOrganic ? [ORGANIC] : [] },
      storage: [
        {
          storageId: real.storageId,
          substorageId: real.bayIds[this.bay],
          type: 'store',
          weight: this.grams / 1000,
        },
      ],
      source: {
        ...(this.owner === 0 ? {} : { owner: PARTNER }),
        ...(this.isIntake ? { intake: { moveAtUTC: date, driverName: 'A' } } : { importDateUTC: date }),
      },
    })
    const parcel = parcelName({
      bay: this.bay,
      commodity: commodity.id,
      owner: this.owner,
      isOrganic: this.isOrganic,
    })
    const fact = newFact(model, at)
    if (this.grams > 0) fact.deltas.push({ parcel, grams: this.grams })
    else fact.awaits = parcel
    if (!settle(model, answer, [...model.facts, fact])) return
    real.recordIds.set(parcel, answer.body.id)
    if (this.isIntake) await this.remember(model, real, parcel, fact, answer.body.id)
  }
  async remember(model: Model, real: Real, parcel: string, fact: ModelFact, recordId: string): Promise<void> {
    const { body } = await real.client.get(`/api/inventory/records/${recordId}`)
    const ids = body.timeline
      .filter((entry: { type: string }) => entry.type === 'movement' || entry.type === 'merge')
      .map((entry: { details: { id: number } }) => entry.details.id)
    model.movements.push({
      id: String(Math.max(...ids)),
      recordParcel: parcel,
      type: 'intake',
      fact,
      grams: this.grams,
      bay: this.bay,
      to: parcel,
      sold: false,
      adjustsToZero: false,
      adjustment: 0,
      weighedNet: null,
      emptyGrams: null,
      fullGrams: null,
      isDeleted: false,
    })
  }
  toString = () =>
    `store ${this.grams} g of ${this.commodity} for ${this.owner} in bay ${this.bay} at ${this.hours} h${this.isIntake ? ' by lorry' : ''}`
}

/** Stock moves from a parcel, or off the field, to a bay or to a buyer. */
export class Move extends Step {
  readonly from: number
  readonly bay: number | null
  readonly grams: number
  readonly hours: number
  readonly sold: boolean
  readonly adjustsToZero: boolean
  readonly adjustment: number
  protected readonly holdOverride: string = ''
  constructor(
    from: number,
    bay: number | null,
    grams: number,
    hours: number,
    sold: boolean,
    adjustsToZero: boolean,
    adjustment: number,
  ) {
    super()
    this.from = from
    this.bay = bay
    this.grams = grams
    this.hours = hours
    this.sold = sold
    this.adjustsToZero = adjustsToZero
    this.adjustment = adjustment
  }
  source(model: Model): string | undefined {
    return pick(['planting', ...knownParcels(model)], this.from)
  }
  check = (model: Model) => {
    const source = this.source(model)
    return source !== undefined && (source === 'planting' || bayOf(source) !== this.bay)
  }
  async run(model: Model, real: Real): Promise<void> {
    const source = this.source(model) ?? 'planting'
    const isPlanting = source === 'planting'
    const at = model.now + this.hours * HOUR
    const movement: ModelMovement = {
      id: '',
      recordParcel: source,
      type: this.bay === null ? 'outbound' : 'internal',
      fact: newFact(model, at),
      grams: this.grams,
      bay: this.bay,
      sold: this.bay === null && this.sold,
      adjustsToZero: !isPlanting && this.adjustsToZero,
      adjustment: isPlanting ? 0 : this.adjustment,
      weighedNet: null,
      emptyGrams: null,
      fullGrams: null,
      isDeleted: false,
      isLetGo: this.holdOverride !== '',
    }
    movement.to = destinationOf(movement)
    movement.fact = postingOf(movement, movement.fact.order, at)
    const answer = await real.client.post('/api/inventory/movements', {
      recordId: isPlanting ? real.plantingId : await recordIdOf(real, source),
      movementDateISO: iso(at),
      weight: this.grams / 1000,
      adjustToZero: movement.adjustsToZero,
      holdOverride: this.holdOverride,
      ...(movement.adjustment === 0
        ? {}
        : { adjustment: { weight: movement.adjustment / 1000, reason: STOCK_TAKE } }),
      ...destinationBody(real, movement),
    })
    if (!settle(model, answer, [...model.facts, movement.fact])) return
    model.movements.push({ ...movement, id: answer.body.ids[0] })
  }
  toString = () =>
    `move ${this.grams} g from #${this.from} to ${this.bay ?? 'buyer'} at ${this.hours} h${this.adjustsToZero ? ', emptying' : ''}${this.adjustment ? `, corrected by ${this.adjustment}` : ''}`
}

export function live(model: Model): ModelMovement[] {
  return model.movements.filter(({ isDeleted }) => !isDeleted)
}

export async function movementRecordId(real: Real, movement: ModelMovement): Promise<string> {
  return movement.recordParcel === 'planting' ? real.plantingId : recordIdOf(real, movement.recordParcel)
}

/** What is done to one of the movements that stand. */
abstract class MovementStep extends Step {
  readonly movement: number
  constructor(movement: number) {
    super()
    this.movement = movement
  }
  check = (model: Model) => live(model).length > 0
  async run(model: Model, real: Real): Promise<void> {
    const movement = pick(live(model), this.movement)
    if (movement) await this.runOn(movement, model, real)
  }
  abstract runOn(movement: ModelMovement, model: Model, real: Real): Promise<void>
}

/** What is done to one of the parcels that were ever there. */
export abstract class ParcelStep extends Step {
  readonly parcel: number
  constructor(parcel: number) {
    super()
    this.parcel = parcel
  }
  check = (model: Model) => knownParcels(model).length > 0
  async run(model: Model, real: Real): Promise<void> {
    const parcel = pick(knownParcels(model), this.parcel)
    if (parcel !== undefined) await this.runOn(parcel, model, real)
  }
  abstract runOn(parcel: string, model: Model, real: Real): Promise<void>
}

/** A movement gets another weight, date or bay. */
export class Edit extends MovementStep {
  readonly bay: number
  readonly grams: number
  readonly hours: number
  readonly adjustsToZero: boolean
  constructor(movement: number, bay: number, grams: number, hours: number, adjustsToZero: boolean) {
    super(movement)
    this.bay = bay
    this.grams = grams
    this.hours = hours
    this.adjustsToZero = adjustsToZero
  }
  override check = (model: Model) => {
    const movement = pick(live(model), this.movement)
    if (!movement) return false
    return (
      movement.type === 'outbound' ||
      movement.type === 'intake' ||
      movement.recordParcel === 'planting' ||
      bayOf(movement.recordParcel) !== this.bay
    )
  }
  async runOn(movement: ModelMovement, model: Model, real: Real): Promise<void> {
    const at = model.now + this.hours * HOUR
    const changed: ModelMovement = {
      ...movement,
      grams: movement.weighedNet ?? this.grams,
      bay: movement.bay === null ? null : this.bay,
      adjustsToZero: movement.type !== 'intake' && movement.recordParcel !== 'planting' && this.adjustsToZero,
    }
    if (movement.type === 'intake') changed.recordParcel = destinationParcel(movement.recordParcel, this.bay)
    const staysPut = movement.to === (changed.to = destinationOf(changed))
    changed.fact = postingOf(changed, movement.fact.order, at)
    const comesNow = movement.fact.at > model.now && at <= model.now
    const veto = staysPut && comesNow && !isAlike(movement) ? 'incompatible_stock' : undefined
    const answer = await real.client.put(`/api/inventory/movements/${movement.id}`, {
      recordId: await movementRecordId(real, movement),
      movementDateISO: iso(at),
      weight: changed.grams / 1000,
      adjustToZero: changed.adjustsToZero,
      ...destinationBody(real, changed),
    })
    const after = model.facts.map((fact) => (fact === movement.fact ? changed.fact : fact))
    if (settle(model, answer, after, veto)) Object.assign(movement, changed)
  }
  toString = () =>
    `edit #${this.movement} to ${this.grams} g, bay ${this.bay}, ${this.hours} h${this.adjustsToZero ? ', emptying' : ''}`
}

class Delete extends MovementStep {
  async runOn(movement: ModelMovement, model: Model, real: Real): Promise<void> {
    const answer = await real.client.delete(`/api/inventory/movements/${movement.id}`, {
      recordId: await movementRecordId(real, movement),
    })
    const after = model.facts.filter((fact) => fact !== movement.fact)
    if (settle(model, answer, after)) movement.isDeleted = true
  }
  toString = () => `delete #${this.movement}`
}

/** The weighbridge says how much it was: the net replaces the weight. */
class Weigh extends MovementStep {
  readonly emptyGrams: number
  readonly netGrams: number
  readonly isComplete: boolean
  constructor(movement: number, emptyGrams: number, netGrams: number, isComplete: boolean) {
    super(movement)
    this.emptyGrams = emptyGrams
    this.netGrams = netGrams
    this.isComplete = isComplete
  }
  async runOn(movement: ModelMovement, model: Model, real: Real): Promise<void> {
    const answer = await real.client.put(`/api/inventory/movements/${movement.id}/actions`, {
      recordId: await movementRecordId(real, movement),
      isComplete: this.isComplete,
      driver: { name: 'Driver' },
      weighbridge: { empty: this.emptyGrams / 1000, full: (this.emptyGrams + this.netGrams) / 1000 },
    })
    const weighed = { ...movement, grams: this.netGrams, weighedNet: this.netGrams }
    weighed.fact = postingOf(weighed, movement.fact.order, movement.fact.at)
    const isSame = this.netGrams === movement.grams
    const after = isSame
      ? model.facts
      : model.facts.map((fact) => (fact === movement.fact ? weighed.fact : fact))
    if (isSame) weighed.fact = movement.fact
    const read = movement.weighedNet === this.netGrams ? undefined : movement.fact.order
    if (settle(model, answer, after, undefined, read)) Object.assign(movement, weighed)
  }
  toString = () => `weigh #${this.movement}: ${this.netGrams} g`
}

export class CountStock extends ParcelStep {
  readonly grams: number
  readonly hours: number
  constructor(parcel: number, grams: number, hours = 0) {
    super(parcel)
    this.grams = grams
    this.hours = hours
  }
  async runOn(parcel: string, model: Model, real: Real): Promise<void> {
    const answer = await real.client.post('/api/inventory/records/adjustments', {
      records: [{ id: await recordIdOf(real, parcel), adjustTo: this.grams / 1000 }],
      reasonId: STOCK_TAKE,
      ...(this.hours < 0 && { countedAtISO: iso(model.now + this.hours * HOUR) }),
    })
    const fact = newFact(model, model.now + this.hours * HOUR)
    fact.counts.push({ parcel, grams: this.grams, mayGain: Number.POSITIVE_INFINITY })
    settle(model, answer, [...model.facts, fact])
  }
  toString = () => `count #${this.parcel}: ${this.grams} g at ${this.hours} h`
}

class Duplicate extends MovementStep {
  readonly count: number
  constructor(movement: number, count: number) {
    super(movement)
    this.count = count
  }
  async runOn(movement: ModelMovement, model: Model, real: Real): Promise<void> {
    const answer = await real.client.post(`/api/inventory/movements/${movement.id}/duplicate`, {
      recordId: await movementRecordId(real, movement),
      count: this.count,
    })
    const copies = Array.from({ length: this.count }, (): ModelMovement => {
      const copy = { ...movement, adjustment: 0, adjustsToZero: false, weighedNet: null, isLetGo: false }
      return { ...copy, fact: postingOf(copy, newFact(model, movement.fact.at).order, movement.fact.at) }
    })
    const facts = copies.map(({ fact }) => fact)
    const veto = isAlike(movement) ? undefined : 'incompatible_stock'
    if (!settle(model, answer, [...model.facts, ...facts], veto)) return
    copies.forEach((copy, index) => model.movements.push({ ...copy, id: answer.body.ids[index] }))
  }
  toString = () => `duplicate #${this.movement} ${this.count} times`
}

export const bay = fc.nat({ max: 2 })
export const grams = fc.integer({ min: 1, max: 40 }).map((tonnes) => tonnes * 1_000_003)
const hours = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: -60, max: -1 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 36 }) },
)
export const choice = fc.nat({ max: 30 })
export const rarely = fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0)

/** What may happen in a history. */
export const commandArbitraries: fc.Arbitrary<Command>[] = [
  fc
    .tuple(bay, fc.nat({ max: 1 }), rarely, grams, hours, fc.boolean())
    .map(([b, c, o, g, h, i]) => new Store(b, c, o ? 1 : 0, g, h, i)),
  fc
    .tuple(choice, bay, grams, hours, rarely, fc.integer({ min: -3, max: 3 }))
    .map(([f, b, g, h, z, a]) => new Move(f, b, g, h, false, z, a === 1 || a === -1 ? a * 500_000 : 0)),
  fc
    .tuple(choice, grams, hours, fc.boolean(), rarely)
    .map(([f, g, h, s, z]) => new Move(f, null, g, h, s, z, 0)),
  fc.tuple(choice, bay, grams, hours, rarely).map(([m, b, g, h, z]) => new Edit(m, b, g, h, z)),
  choice.map((movement) => new Delete(movement)),
  fc.tuple(choice, grams, fc.boolean()).map(([m, g, c]) => new Weigh(m, 14_000_000, g, c)),
  fc.tuple(choice, fc.integer({ min: 0, max: 60 })).map(([p, g]) => new CountStock(p, g * 1_000_001)),
  fc.tuple(choice, fc.integer({ min: 1, max: 3 })).map(([m, c]) => new Duplicate(m, c)),
  fc.integer({ min: 1, max: 20 }).map((each) => new Pass(each)),
  fc.constant(new Compare()),
]
