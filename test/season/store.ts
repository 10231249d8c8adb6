import type { TestApp } from '../app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../factories.ts'
import { ok } from '../scene.ts'
import { keepBooks, type Books, type Drying, type Happening } from './books.ts'

const inventory = '/api/inventory'
const WHEAT = { id: 1, type: 101, grade: 1010101 }
const BARLEY = { id: 2, type: 201 }
const HARVEST_YEAR = '2026'

interface Crop {
  field: string
  hectares: number
  commodity: { id: number; type: number; grade?: number; variety: string }
}

/** A farm whose grain the merchant stores: its crops, the bay each commodity goes to, and how wet grain is settled. */
interface Grower {
  organisation: TestOrganisation
  crops: Crop[]
  drying: Drying | undefined
}

/** A load as the weighbridge sees it. */
interface LoadTicket {
  at: string
  field: string
  bay: string
  kilograms: number
  moisture: number
}

/** A merchant with two sheds, and three farms whose grain it takes in off their fields under storage contracts. */
export class Store {
  readonly merchant: TestOrganisation
  readonly growers: Map<string, Grower>
  readonly happenings: Happening[] = []
  readonly bays = new Map<
    string,
    { storageId: string; substorageId: number; owner: string; commodityId: number }
  >()
  readonly fields = new Map<string, { id: string; planId: string; commodity: Crop['commodity'] }>()
  readonly recordIds = new Map<string, string>()
  readonly outboundIds: number[] = []
  /** The load whose ticket was misread. */
  misread = 0
  readonly movementIds = new Map<number, { id: number; recordId: string }>()
  private readonly service: TestApp

  private constructor(service: TestApp, merchant: TestOrganisation, growers: Map<string, Grower>) {
    this.service = service
    this.merchant = merchant
    this.growers = growers
  }

  static async open(service: TestApp): Promise<Store> {
    const organisation = (name: string) => makeOrganisation(service, { name })
    const hill: Grower = {
      organisation: await organisation('Hill Farm'),
      crops: [
        { field: 'Top Field', hectares: 12, commodity: { ...WHEAT, variety: 'Skyfall' } },
        { field: 'Church Piece', hectares: 9, commodity: { ...WHEAT, variety: 'Crusoe' } },
        { field: 'Long Strip', hectares: 7, commodity: { ...BARLEY, variety: 'Craft' } },
      ],
      drying: {
        level: 15,
        rows: [
          [15, 16, 1.3],
          [16, 18, 3.1],
          [18, 20, 5.6],
        ],
      },
    }
    const brook: Grower = {
      organisation: await organisation('Brook Farm'),
      crops: [{ field: 'Brook Meadow', hectares: 21, commodity: { ...WHEAT, variety: 'Skyfall' } }],
      drying: { level: 14.5 },
    }
    const moor: Grower = {
      organisation: await organisation('Moor Farm'),
      crops: [
        { field: 'Moor End', hectares: 15, commodity: { ...WHEAT, variety: 'Crusoe' } },
        { field: 'Moor Top', hectares: 11, commodity: { ...BARLEY, variety: 'Craft' } },
      ],
      drying: undefined,
    }
    const growers = new Map([
      ['Hill', hill],
      ['Brook', brook],
      ['Moor', moor],
    ])
    const store = new Store(service, await organisation('Vale Merchants'), growers)
    await store.build('North Shed', [
      ['N1', 'Hill', WHEAT.id],
      ['N2', 'Brook', WHEAT.id],
      ['N3', 'Moor', WHEAT.id],
      ['N4', 'Hill', WHEAT.id],
    ])
    await store.build('South Shed', [
      ['S1', 'Hill', BARLEY.id],
      ['S2', 'Moor', BARLEY.id],
    ])
    for (const [name, grower] of growers) {
      await acceptForGood(grower.organisation, store.merchant)
      await store.sign(name, grower)
    }
    return store
  }

  private get office() {
    return this.merchant.as('manager')
  }

  private get weighbridge() {
    return this.merchant.as('operator')
  }

  private async build(
    name: string,
    bays: [name: string, owner: string, commodityId: number][],
  ): Promise<void> {
    const substorage = bays.map(([bay, , commodityId]) => ({
      name: bay,
      capacity: [{ commodityId, weight: 400_000 }],
    }))
    const shed = ok(
      await this.office.post(`${inventory}/storage`, { name, type: 'store', location: null, substorage }),
    )
    for (const [place, [bay, owner, commodityId]] of bays.entries())
      this.bays.set(bay, { storageId: shed.id, substorageId: shed.substorage[place].id, owner, commodityId })
  }

  /** A farm's contracts, one for each commodity, and its fields with the crops that stand in them. */
  private async sign(name: string, { organisation, crops, drying }: Grower): Promise<void> {
    for (const { commodity } of new Map(crops.map((crop) => [crop.commodity.id, crop])).values()) {
      const services = drying ? { drying: dryingService(drying) } : {}
      ok(
        await this.office.post(`${inventory}/contracts`, {
          ownerOrganisationId: organisation.organisationId,
          ownerOrganisationName: organisation.name,
          details: {
            reference: `${name} ${commodity.id}`,
            startDateISO: '2026-07-01',
            endDateISO: '2027-06-30',
            services,
          },
          inventory: { weightKG: 500_000, commodity: { id: commodity.id, type: commodity.type } },
        }),
      )
    }
    for (const crop of crops) await this.plant(organisation, crop)
  }

  private async plant(owner: TestOrganisation, { field, hectares, commodity }: Crop): Promise<void> {
    const place = { name: field, type: 'field', area: hectares, location: null, substorage: [] }
    const { id } = ok(await this.office.post(`${inventory}/storage`, place))
    const planting = ok(
      await this.office.post(`${inventory}/records`, {
        type: 'crop',
        harvestYear: HARVEST_YEAR,
        owned: false,
        commodity,
        storage: [{ storageId: id, area: hectares }],
        source: {
          type: 'planting',
          owner: { id: owner.organisationId, name: owner.name },
          planting: { plantingAtUTC: '2025-10-02', expectedYield: 8000 },
        },
      }),
    )
    this.fields.set(field, { id, planId: planting.harvest.harvestPlanId, commodity })
  }

  /** Loads of one day, off the fields into bays; the clock goes to when the last one is in. */
  async loads(tickets: LoadTicket[]): Promise<number[]> {
    const numbers: number[] = []
    for (const { at, field, bay, kilograms, moisture } of tickets) {
      this.clockTo(at)
      const { id: fieldId, planId, commodity } = this.field(field)
      const { storageId, substorageId } = this.bay(bay)
      const load = ok(
        await this.weighbridge.post(`${inventory}/harvest-plans/${planId}/loads`, [
          {
            fieldId,
            commodityId: commodity.id,
            commodityGroupId: commodity.type,
            storageId,
            substorageId,
            dateISO: at,
            weightNet: kilograms,
            moisture,
            temperature: 17,
            driverName: 'Sam',
            driverRegistration: 'AB12 CDE',
            sample: null,
          },
        ]),
      )
      this.recordIds.set(bay, load.recordId)
      numbers.push(
        this.note(
          { at, kind: 'load', field, bay, grossGrams: kilograms * 1000, moisture },
          load.movementId,
          load.plantingId,
        ),
      )
    }
    return numbers
  }

  async move(at: string, bay: string, to: string, kilograms: number): Promise<number> {
    this.clockTo(at)
    const { storageId, substorageId } = this.bay(to)
    const recordId = this.record(bay)
    const body = {
      recordId,
      weight: kilograms,
      movementDateISO: at,
      destination: { storageId, substorageId },
    }
    const answer = ok(await this.weighbridge.post(`${inventory}/movements`, body))
    this.recordIds.set(to, answer.recordIds[0])
    return this.note({ at, kind: 'move', bay, to, grams: kilograms * 1000 }, Number(answer.ids[0]), recordId)
  }

  /** A lorry that leaves: entered with the weight that was ordered, then weighed over the bridge. */
  async outbound(
    at: string,
    bay: string,
    scale: { ordered: number; empty: number; full: number },
    sold: boolean,
  ): Promise<number> {
    this.clockTo(at)
    const recordId = this.record(bay)
    const { ids } = ok(
      await this.weighbridge.post(`${inventory}/movements`, {
        recordId,
        weight: scale.ordered,
        movementDateISO: at,
        destination: { organisationId: 'valley-mill', organisationName: 'Valley Mill' },
        sold,
      }),
    )
    ok(
      await this.weighbridge.put(`${inventory}/movements/${ids[0]}/actions`, {
        recordId,
        driver: { name: 'Jo', vehicleRegistration: 'XY65 ZZZ' },
        weighbridge: { empty: scale.empty, full: scale.full },
      }),
    )
    const grams = (scale.full - scale.empty) * 1000
    const id = this.note({ at, kind: 'outbound', bay, grams, sold }, Number(ids[0]), recordId)
    this.outboundIds.push(id)
    return id
  }

  async count(at: string, bay: string, kilograms: number): Promise<void> {
    this.clockTo(at)
    const records = [{ id: this.record(bay), adjustTo: kilograms }]
    const [{ timeline }] = ok(
      await this.office.post(`${inventory}/records/adjustments`, { records, reasonId: 1, files: null }),
    )
    const number = timeline.findLast(({ type }: { type: string }) => type === 'adjustment').details.id
    this.note({ at, kind: 'count', bay, countedGrams: kilograms * 1000 }, number, this.record(bay))
  }

  /** The ticket was misread: the load is given its right weight, at its own date, after all else was entered. */
  async correctLoad(number: number, kilograms: number): Promise<void> {
    const load = this.happenings.find((each) => each.number === number)
    const movement = this.movementIds.get(number)
    if (load?.kind !== 'load' || !movement) throw new Error(`there is no load ${number}`)
    const { storageId, substorageId } = this.bay(load.bay)
    ok(
      await this.office.put(`${inventory}/movements/${movement.id}`, {
        recordId: movement.recordId,
        movementDateISO: load.at,
        weight: kilograms,
        destination: { storageId, substorageId },
      }),
    )
    load.grossGrams = kilograms * 1000
  }

  books(): Books {
    return this.booksOf(this.happenings)
  }

  booksOf(happenings: Happening[]): Books {
    return keepBooks(happenings, (bay) => this.dryingOf(bay))
  }

  /** How wet grain is settled that comes into a bay. */
  dryingOf(bay: string): Drying | undefined {
    return this.growers.get(this.bay(bay).owner)?.drying
  }

  bay(name: string) {
    const bay = this.bays.get(name)
    if (!bay) throw new Error(`there is no bay ${name}`)
    return bay
  }

  private field(name: string) {
    const field = this.fields.get(name)
    if (!field) throw new Error(`there is no field ${name}`)
    return field
  }

  private record(bay: string): string {
    const id = this.recordIds.get(bay)
    if (id === undefined) throw new Error(`nothing was ever put into ${bay}`)
    return id
  }

  private clockTo(at: string): void {
    this.service.clock.set(at)
  }

  private note(happening: WithoutNumber<Happening>, id: number, recordId: string): number {
    this.happenings.push({ ...happening, number: id })
    this.movementIds.set(id, { id, recordId })
    return id
  }
}

type WithoutNumber<Each> = Each extends unknown ? Omit<Each, 'number'> : never

function dryingService(drying: Drying) {
  return {
    agreed: true,
    preAgreedMoistureLevelPercentage: drying.level,
    ...('rows' in drying && {
      intakeSampleLossMatrix: drying.rows.map(
        ([moistureMinPercentage, moistureMaxPercentage, weightLossPercentage]) => ({
          moistureMinPercentage,
          moistureMaxPercentage,
          weightLossPercentage,
        }),
      ),
    }),
  }
}
