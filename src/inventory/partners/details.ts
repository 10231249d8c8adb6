import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, type Fault, refuseFaults } from '../../kernel/errors.ts'
import { nameKey, tidied } from '../../kernel/names.ts'
import { formatDate, parseInstant } from '../../kernel/time.ts'
import { message } from '../../words/catalogue.ts'
import { firstExpiryOf, type Assured } from './assurance-rules.ts'
import type { UpdatePartnerBody } from './schema.ts'

/** Details of a partner besides its name, as they are stored. */
export interface PartnerDetails extends Assured {
  tax_number: string
  ngr_number: string
  vehicles: string[]
}

export const NO_DETAILS: PartnerDetails = {
  tax_number: '',
  ngr_number: '',
  vehicles: [],
  assurances: [],
  declarations: [],
}

/** The columns of these details in their table. */
export const detailNames = ['tax_number', 'ngr_number', 'vehicles', 'assurances', 'declarations'] as const

type Stated = Omit<UpdatePartnerBody, 'name'>

/**
 * The details that a body makes of those so far: what it leaves out stays.
 *
 * @throws Refusal `invalid_input` with every fault
 */
export function resolveDetails(actor: Actor, body: Stated, said: PartnerDetails): PartnerDetails {
  const faults: Fault[] = []
  const day = (text: string | null | undefined, path: string): string | null => {
    if (text == null || text.trim() === '') return null
    const at = parseInstant(text, actor.timeZone)
    if (!at) faults.push(dateFault(path))
    return at ? formatDate(at, actor.timeZone) : null
  }
  const assurances = body.assurances?.map(({ scheme, number, covers, untilISO }, index) => ({
    scheme: tidied(scheme),
    number: tidied(number ?? ''),
    covers: covers ?? null,
    untilISO: day(untilISO, `assurances[${index}].untilISO`),
  }))
  const declarations = body.declarations?.map(({ name, dayISO, untilISO }, index) => {
    const path = `declarations[${index}]`
    const made = day(dayISO, `${path}.dayISO`)
    const until = day(untilISO, `${path}.untilISO`)
    if (made !== null && until !== null && until < made)
      faults.push(fault(`${path}.untilISO`, message('endsBeforeItWasMade', {}), 'minimum'))
    return { name: tidied(name), dayISO: made, untilISO: until }
  })
  refuseFaults(faults)
  return {
    tax_number: body.taxNumber === undefined ? said.tax_number : tidied(body.taxNumber ?? ''),
    ngr_number: body.ngrNumber === undefined ? said.ngr_number : tidied(body.ngrNumber ?? ''),
    vehicles: body.vehicles ? distinctPlates(body.vehicles) : said.vehicles,
    assurances: assurances ?? said.assurances,
    declarations: declarations ?? said.declarations,
  }
}

/** The details of partners that become one: what the first has, and where it has nothing, what the others have; of lists all. */
export function mergeDetails(all: PartnerDetails[]): PartnerDetails {
  const first = (read: (each: PartnerDetails) => string) => all.map(read).find((text) => text !== '') ?? ''
  return {
    tax_number: first((each) => each.tax_number),
    ngr_number: first((each) => each.ngr_number),
    vehicles: distinctPlates(all.flatMap(({ vehicles }) => vehicles)),
    assurances: distinct(all.flatMap(({ assurances }) => assurances)),
    declarations: distinct(all.flatMap(({ declarations }) => declarations)),
  }
}

/** The columns that store details. */
export function detailColumns({ assurances, declarations, ...others }: PartnerDetails) {
  return {
    ...others,
    assurances: JSON.stringify(assurances),
    declarations: JSON.stringify(declarations),
    first_expiry: firstExpiryOf({ assurances, declarations }),
  }
}

function distinct<Each>(entries: Each[]): Each[] {
  return [...new Map(entries.map((each) => [JSON.stringify(each), each])).values()]
}

/** Each lorry once, as it is written first. */
function distinctPlates(plates: string[]): string[] {
  const key = (plate: string) => nameKey(plate).replaceAll(/[\s-]/g, '')
  return [...Map.groupBy(plates.map(tidied), key).values()].flatMap(([first]) => first ?? [])
}
