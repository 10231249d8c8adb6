import { beforeAll, expect, test } from 'vitest'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'
import { textOfPdf } from '../../../test/pdf.ts'
import { ok } from '../../../test/scene.ts'

// Lists of loads on papers, and events of EPCIS: where weights come from, and what was let go in spite of a hold.

let farm: TestFarm
let stored: string
let load: number
const brook = { id: 'brook', name: 'Brook & Sons' }

beforeAll(async () => {
  ;({ farm } = await openFarm())
  const [bay] = farm.bays
  stored = await farm.intake(bay, 40_000, { at: '2026-08-10', sender: brook, owner: brook })
  const fromISO = '2026-08-11T08:00'
  ok(
    await as('owner').post(`${base}/holds`, {
      storageId: farm.storeId,
      substorageId: bay,
      reason: 'infestation',
      blocks: 'out',
      fromISO,
    }),
  )
  load = await sell(
    { full: { source: 'scale', recordNumber: '004711' }, empty: { source: 'typed' } },
    'AB12 CDE',
    {
      holdOverride: 'The mill knows.',
    },
  )
})

const as = (role: 'manager' | 'owner' | 'viewer') => farm.organisation.as(role)

async function sell(readings: object, vehicleRegistration: string, more: object): Promise<number> {
  const answer = await as('owner').post(`${base}/movements`, {
    recordId: stored,
    movementDateISO: '2026-08-12T09:00',
    destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    sold: true,
    driver: { name: 'Sam', vehicleRegistration },
    weighbridge: { full: 30_000, empty: 14_000, readings },
    ...more,
  })
  return Number(ok(answer).ids[0])
}

async function said(url: string, language: string): Promise<string> {
  const answer = await as('viewer').get(base + url, { 'accept-language': language })
  expect(answer.status, String(answer.body)).toBe(200)
  return (await textOfPdf(answer.body)).join(' ').replaceAll(/\s+/g, ' ')
}

const sentences = {
  en: [
    '(let go despite a hold: The mill knows.) *',
    '* The weight was typed by hand, not read from the scale.',
  ],
  de: ['(trotz Sperre freigegeben: The mill knows.) *', '* Das Gewicht wurde von Hand eingegeben'],
  fr: ['(parti malgré un blocage : The mill knows.) *', '* Le poids a été saisi à la main'],
}

test.each(Object.entries(sentences))(
  'statement and recall sheet mark such a load in %s',
  async (language, parts) => {
    for (const url of ['/owners/brook/statement.pdf', `/records/${stored}/recall.pdf`]) {
      const text = await said(url, language)
      for (const part of parts) expect(text.replaceAll('\u00a0', ' ')).toContain(part)
      expect(text).not.toContain('**')
    }
  },
)

test('a remembered tare has a sign of its own, and no load that was weighed has one', async () => {
  const scale = { source: 'scale' }
  await sell({ full: scale, empty: scale }, 'CD34 EFG', {
    holdOverride: 'Once more.',
    movementDateISO: '2026-08-12T10:00',
  })
  const before = await said('/owners/brook/statement.pdf', 'en')
  expect(before).toContain('Once more.) ')
  expect(before).not.toContain('Once more.) *')
  await sell({ full: scale, empty: { source: 'remembered' } }, 'CD34 EFG', {
    holdOverride: 'Last one.',
    movementDateISO: '2026-08-12T11:00',
    weighbridge: { full: 20_000, empty: 14_000, readings: { full: scale, empty: { source: 'remembered' } } },
  })
  const text = await said('/owners/brook/statement.pdf', 'en')
  expect(text).toContain('Last one.) **')
  expect(text).toContain('** The lorry was not weighed empty again')
  expect(await said('/owners/brook/statement.pdf', 'de')).toContain('** Leer wurde nicht noch einmal gewogen')
})

test('a statement that is issued again says the same, marks and all, and is a copy', async () => {
  const url = '/owners/brook/statement'
  ok(await as('manager').post(base + url))
  expect(ok(await as('manager').post(base + url)).message).toContain('copy')
  expect(await said(`${url}.pdf`, 'en')).toContain('despite a hold')
})

test('EPCIS says where the weights come from, and what was let go', async () => {
  const { body } = await as('viewer').get(`${base}/movements/${load}/trace?format=epcis`)
  expect(body['@context']).toContainEqual({ granary: 'urn:granary:' })
  expect(body.epcisBody.eventList.at(-1)).toMatchObject({
    type: 'TransformationEvent',
    'granary:fullSource': 'scale',
    'granary:fullRecordNumber': '004711',
    'granary:emptySource': 'typed',
    'granary:holdOverride': 'The mill knows.',
  })
  const traced = await as('viewer').get(`${base}/records/${stored}/trace?format=epcis`)
  expect(traced.body.epcisBody.eventList).toContainEqual(
    expect.objectContaining({ bizStep: 'shipping', 'granary:emptySource': 'typed' }),
  )
})
