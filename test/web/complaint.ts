import type { ServedConsole } from './service.ts'

// What was there before a buyer complains about one lorry, and what a recall sheet has to say by the traces of this moment.

type Answer = ReturnType<typeof JSON.parse>
type Asked = Pick<ServedConsole, 'ask'>

const inventory = '/api/inventory'
const DAY_MS = 86_400_000
const EMPTY = 14_000
const EXTASE = { id: 1, type: 101, grade: 1_010_102, variety: 'KWS Extase' }
const MILL = { organisationId: 'valley-mill', organisationName: 'Valley Mill' }
export const FEEDS = { organisationId: 'dale-feeds', organisationName: 'Dale Feeds' }

/** What the walk begins with. */
export interface Complaint {
  /** What was sown on Rook Hill. */
  crop: string
  /** The heaps in both bays. */
  heaps: [first: string, second: string]
  /** The load that the buyer complains about. */
  complaint: number
  /** The load that left the second bay. */
  later: number
}

/** So many days ago, at an hour. */
const ago = (days: number, hour: number) =>
  new Date(Date.now() - days * DAY_MS)
    .toISOString()
    .replace(/T.*/, `T${String(hour).padStart(2, '0')}:00:00Z`)

/** A store with two bays, and how grain comes into them and leaves them. Kilograms. */
async function makeStore({ ask }: Asked) {
  const place = { location: { address: { region: 'Hertfordshire', postcode: 'AL5 2JQ' } } }
  const bays = ['Quarry 1', 'Quarry 2'].map((name) => ({ name }))
  const asked = { name: 'Quarry Barn', type: 'store', substorage: bays, ...place }
  const { id: storageId, substorage } = await ask('POST', `${inventory}/storage`, asked)
  const [first, second] = substorage.map((bay: { id: number }) => ({ storageId, substorageId: bay.id }))
  const stock = { type: 'crop', harvestYear: ago(30, 8).slice(0, 4), owned: true, commodity: EXTASE }
  const move = async (recordId: string, at: string, more: object): Promise<number> =>
    Number((await ask('POST', `${inventory}/movements`, { recordId, movementDateISO: at, ...more })).ids[0])
  return {
    first,
    second,
    move,
    async heapIn(bay: { substorageId: number }): Promise<string> {
      const store = await ask('GET', `${inventory}/storage/${storageId}`)
      return store.substorage.find(({ id }: { id: number }) => id === bay.substorageId).record.id
    },
    /** A field and its crop, of which this much came into the first bay; answers the crop. */
    async harvest(name: string, area: number, weight: number, at: string): Promise<string> {
      const field = { name, type: 'field', area, substorage: [], ...place }
      const { id: fieldId } = await ask('POST', `${inventory}/storage`, field)
      const planting = { expectedYield: 8000, plantingAtUTC: ago(300, 8).slice(0, 10) }
      const source = { type: 'planting', planting }
      const crop = { ...stock, storage: [{ storageId: fieldId, area }], source }
      const { id } = await ask('POST', `${inventory}/records`, crop)
      await move(id, at, { weight, destination: { type: 'store', ...first } })
      return id
    },
    /** A lorry of a supplier into the first bay. */
    takeIn(
      lorry: { sender: string; variety: string; vehicleRegistration: string },
      weight: number,
      at: string,
    ) {
      const { sender, variety, vehicleRegistration } = lorry
      const weighbridgeRecord = { full: EMPTY + weight, empty: EMPTY }
      const from = { id: sender.toLowerCase().replace(' ', '-'), name: sender }
      const intake = {
        moveAtUTC: at,
        sender: from,
        driverName: 'Tom Reed',
        vehicleRegistration,
        weighbridgeRecord,
      }
      const commodity = { ...EXTASE, variety }
      return ask('POST', `${inventory}/records`, {
        ...stock,
        commodity,
        storage: [first],
        source: { intake },
      })
    },
    /** A lorry to a buyer; answers its movement. */
    load(recordId: string, buyer: typeof MILL, vehicleRegistration: string, weight: number, at: string) {
      const driver = {
        name: 'Sam Carter',
        vehicleRegistration,
        loadReference: `L-${vehicleRegistration.slice(2, 4)}`,
      }
      const weighbridge = { empty: EMPTY, full: EMPTY + weight }
      return move(recordId, at, { weight: 0, destination: buyer, sold: true, driver, weighbridge })
    },
  }
}

/**
 * Two fields and two suppliers in one bay, of which a part was moved to the next, and three lorries to two buyers. 24 t of Rook Hill, 18 t of
 * Long Meadow and 18 t of Brook Farm are 40, 30 and 30 % of what the first lorry took and what was moved; with 20 t of Hollow Farm on the 30 t
 * that were left, the lorry of the complaint had 24, 18, 18 and 40 %.
 */
export async function seedComplaint(asked: Asked): Promise<Complaint> {
  const { first, second, move, heapIn, harvest, takeIn, load } = await makeStore(asked)
  const crop = await harvest('Rook Hill', 3, 24_000, ago(30, 8))
  await harvest('Long Meadow', 2.4, 18_000, ago(30, 9))
  const brook = { sender: 'Brook Farm', variety: 'KWS Extase', vehicleRegistration: 'BR01 OOK' }
  await takeIn(brook, 18_000, ago(29, 8))
  const heap = await heapIn(first)
  await load(heap, MILL, 'VM01 AAA', 20_000, ago(20, 8))
  await move(heap, ago(19, 8), { weight: 10_000, destination: { type: 'store', ...second } })
  const hollow = { sender: 'Hollow Farm', variety: 'Skyfall', vehicleRegistration: 'HO02 LOW' }
  await takeIn(hollow, 20_000, ago(18, 8))
  const complaint = await load(heap, FEEDS, 'DF62 FED', 16_000, ago(10, 8))
  const next = await heapIn(second)
  const later = await load(next, MILL, 'VM03 CCC', 6_000, ago(9, 8))
  return { crop, heaps: [heap, next], complaint, later }
}

/** Corrects what a lorry weighed, behind the browser's back. */
export async function reweigh({ ask }: Asked, id: number, kilograms: number): Promise<void> {
  const { inventory: about } = await ask('GET', `${inventory}/movements/${id}`)
  const weighbridge = { empty: EMPTY, full: EMPTY + kilograms }
  await ask('PUT', `${inventory}/movements/${id}/actions`, {
    recordId: about.recordId,
    driver: null,
    weighbridge,
  })
}

/** Somebody else of the farm, who signs in. */
export async function addColleague({ ask, url, owner }: ServedConsole): Promise<ServedConsole['owner']> {
  const email = 'sam@hillfarm.example'
  const { token } = await ask('POST', '/api/identity/invitations', { email, role: 'operator' })
  const accepted = await fetch(`${url}/api/identity/invitations/accept`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, givenName: 'Sam', familyName: 'Brook', password: owner.password }),
  })
  if (!accepted.ok) throw new Error(await accepted.text())
  return { email, password: owner.password }
}

export const kg = (weight: number) => weight.toLocaleString('en-GB', { maximumFractionDigits: 3 })

/** Kilograms by whom or where, all loads of each together. */
export function byName(lines: Answer[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { fieldName, name, organisationName, weight } of lines) {
    const who = fieldName || name || organisationName
    sums[who] = (sums[who] ?? 0) + weight
  }
  return sums
}

const HEAD = 'Who, or where Date No. Lorry, driver kg Share Told: whom, when'
const kinds: Record<string, string> = {
  harvest: 'Off the field',
  sender: 'From',
  'in storage': 'Lies in',
  outbound: 'Went to',
}
const dayOf = (iso: string) =>
  iso &&
  new Date(iso).toLocaleDateString('en-GB', {
    timeZone: 'Europe/London',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })

/** The lines of a trace as a sheet has them, each with its lorry and nothing between them. */
async function tell({ ask }: Asked, title: string, lines: Answer[]): Promise<string> {
  const rows = lines.map(
    async ({
      type,
      fieldName,
      name,
      organisationName,
      variety,
      movementId,
      movementDateUTC,
      weight,
      share,
    }) => {
      const { driver = {}, documentNumber } =
        movementId > 0 ? await ask('GET', `${inventory}/movements/${movementId}`) : {}
      const who = [fieldName || name || organisationName, variety].filter(Boolean).join(' · ')
      const lorry = [driver.vehicleRegistration, driver.name, driver.loadReference].filter(Boolean).join(', ')
      return [
        kinds[type],
        who,
        dayOf(movementDateUTC),
        documentNumber || movementId || '',
        lorry,
        kg(weight),
        percent(share),
      ]
        .filter(Boolean)
        .join(' ')
    },
  )
  const sum = (of: 'weight' | 'share') => lines.reduce((all, each) => all + each[of], 0)
  const total = `Total ${kg(sum('weight'))} ${percent(sum('share'))}`
  return [title, HEAD, ...(await Promise.all(rows)), total].join(' ')
}

const percent = (share: number) => `${share.toFixed(1)} %`

/** The loads that came into the heap of a bay, as lines of a trace have them, the latest first. */
async function loadsInto({ ask }: Asked, bay: { name: string; substorageName: string }): Promise<Answer[]> {
  const { docs } = await ask('GET', `${inventory}/movements?limit=200`)
  const loads = docs
    .filter(({ inventory: about }: Answer) => {
      const { name, substorageName } = about.storage.destination
      return substorageName !== '' && name === bay.name && substorageName === bay.substorageName
    })
    .toSorted((a: Answer, b: Answer) => b.movementDateISO.localeCompare(a.movementDateISO))
  const weightOf = ({ inventory: about }: Answer): number => about.commodity.weight.weight
  const all = loads.reduce((sum: number, each: Answer) => sum + weightOf(each), 0)
  return loads.map((each: Answer) => {
    const { storage, commodity } = each.inventory
    return {
      type: storage.source.type === 'field' ? 'harvest' : 'sender',
      name: storage.source.name || storage.source.organisationName,
      variety: [commodity.variety, commodity.grade.name].filter(Boolean).join(' · '),
      movementId: each.id,
      movementDateUTC: each.movementDateISO,
      weight: weightOf(each),
      share: (weightOf(each) / all) * 100,
    }
  })
}

/** What a sheet has to say of a heap, or of the crop of a field, by the trace of this moment. */
export async function tellRecord({ ask }: Asked, id: string): Promise<string> {
  const { storage, source } = await ask('GET', `${inventory}/records/${id}`)
  const { name, weight, madeOf, wentTo } = await ask('GET', `${inventory}/records/${id}/trace`)
  const place = [storage.name, storage.substorageName].filter(Boolean).join(', ')
  const what = source === 'planting' ? 'The crop' : 'The heap'
  const from = source === 'planting' ? [] : [await tell({ ask }, 'Where it came from', madeOf)]
  const loads = await loadsInto({ ask }, storage)
  return [
    `${what}: ${name} · ${place} · ${kg(weight)} kg`,
    ...from,
    ...(loads.length > 0 ? [await tell({ ask }, 'Loads that came in', loads)] : []),
    await tell({ ask }, 'Where it went', wentTo),
  ].join(' ')
}

/** What a sheet has to say of a load, before what it says of the heap that it was taken from. */
export async function tellLoad({ ask }: Asked, id: number): Promise<string> {
  const { uid, documentNumber, inventory: about } = await ask('GET', `${inventory}/movements/${id}`)
  const { name, weight, madeOf } = await ask('GET', `${inventory}/movements/${id}/trace`)
  const title = `The load: ${documentNumber || uid} ${name} · ${about.storage.destination.organisationName} · ${kg(weight)} kg`
  return `${title} ${await tell({ ask }, 'Where it came from', madeOf)}`
}
