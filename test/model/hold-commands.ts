import { expect } from 'vitest'
import { fc } from '../seed.ts'
import { bay, choice, grams, Move } from './commands.ts'
import type { Model } from './ledger-model.ts'
import { HOUR, iso, knownParcels, pick, recordIdOf, Step, type Command, type Real } from './step.ts'
import { bayOf } from './ledger-model.ts'

const FOR_EVER = Number.POSITIVE_INFINITY

/** A bay, or a parcel, is set on hold. */
class SetHold extends Step {
  readonly place: { bay: number; parcel: number | null }
  readonly blocks: 'out' | 'in' | 'both'
  readonly hours: number
  readonly lasts: number | null
  constructor(place: SetHold['place'], blocks: SetHold['blocks'], hours: number, lasts: number | null) {
    super()
    this.place = place
    this.blocks = blocks
    this.hours = hours
    this.lasts = lasts
  }
  parcelOf = (model: Model) =>
    this.place.parcel === null ? undefined : pick(knownParcels(model), this.place.parcel)
  check = (model: Model) => this.place.parcel === null || this.parcelOf(model) !== undefined
  async run(model: Model, real: Real): Promise<void> {
    const parcel = this.parcelOf(model)
    const from = model.now + this.hours * HOUR
    const until = this.lasts === null ? FOR_EVER : from + this.lasts * HOUR
    const { status, body } = await real.client.post('/api/inventory/holds', {
      ...(parcel === undefined
        ? { storageId: real.storageId, substorageId: real.bayIds[this.place.bay] }
        : { recordId: await recordIdOf(real, parcel) }),
      reason: 'infestation',
      blocks: this.blocks,
      fromISO: iso(from),
      ...(this.lasts !== null && { untilISO: iso(until) }),
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const held = parcel === undefined ? this.place.bay : bayOf(parcel)
    const hold = { id: body.id, bay: held, parcel, blocks: this.blocks, from, until, enteredAt: model.now }
    model.holds = [...(model.holds ?? []), hold]
  }
  toString = () =>
    `hold ${this.place.parcel === null ? `bay ${this.place.bay}` : `#${this.place.parcel}`} ${this.blocks} from ${this.hours} h for ${this.lasts ?? 'ever'}`
}

/** A hold that stands is released. */
class Release extends Step {
  readonly hold: number
  constructor(hold: number) {
    super()
    this.hold = hold
  }
  standing = (model: Model) => (model.holds ?? []).filter(({ until }) => until > model.now)
  check = (model: Model) => this.standing(model).length > 0
  async run(model: Model, real: Real): Promise<void> {
    const hold = pick(this.standing(model), this.hold)
    if (!hold) return
    const { status } = await real.client.post(`/api/inventory/holds/${hold.id}/release`, {})
    expect(status).toBe(200)
    hold.until = model.now
  }
  toString = () => `release #${this.hold}`
}

/** A load goes, whatever is on hold, for a reason. */
class LetGo extends Move {
  protected override readonly holdOverride = 'It goes to be cleaned'
  override toString = () => `let go #${this.from} to ${this.bay ?? 'buyer'}`
}

/** What may be on hold in a history. */
export const holdArbitraries: fc.Arbitrary<Command>[] = [
  fc
    .tuple(
      fc.record({ bay, parcel: fc.option(choice) }),
      fc.constantFrom('out' as const, 'in' as const, 'both' as const),
      fc.constantFrom(-24, -12, -5, 0, 0, 6),
      fc.option(fc.constantFrom(3, 12, 24)),
    )
    .map(([place, blocks, hours, lasts]) => new SetHold(place, blocks, hours, lasts)),
  choice.map((hold) => new Release(hold)),
  fc
    .tuple(choice, fc.option(bay), grams, fc.constantFrom(-12, 0, 12))
    .map(([f, b, g, h]) => new LetGo(f, b, g, h, false, false, 0)),
]
