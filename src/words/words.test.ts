import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../test/factories.ts'
import { makeRecord, movement } from '../../test/farm.ts'
import { message, type Sentences } from './catalogue.ts'
import { fields } from './examples/fields.ts'
import { requests } from './examples/requests.ts'
import { access } from './examples/access.ts'
import { system } from './examples/system.ts'
import { background } from './examples/background.ts'
import { commandLine } from './examples/command-line.ts'
import { commandHelp } from './examples/command-help.ts'
import { referenceData } from './examples/reference-data.ts'
import { start } from './examples/start.ts'
import { settings } from './examples/settings.ts'
import { databases } from './examples/databases.ts'
import { archives } from './examples/archives.ts'
import { backups } from './examples/backups.ts'
import { mails } from './examples/mails.ts'
import { outlines } from './examples/outlines.ts'
import { searches } from './examples/searches.ts'
import { stock } from './examples/stock.ts'
import { columns } from './examples/columns.ts'
import { timeline } from './examples/timeline.ts'
import { edits } from './examples/edits.ts'
import { outcomes } from './examples/outcomes.ts'
import { positions } from './examples/positions.ts'
import { reports } from './examples/reports.ts'
import { records } from './examples/records.ts'
import { holds } from './examples/holds.ts'
import { charges } from './examples/charges.ts'
import { tradeImports } from './examples/trade-imports.ts'
import { trades } from './examples/trades.ts'
import { loads } from './examples/loads.ts'
import { places } from './examples/places.ts'
import { harvest } from './examples/harvest.ts'
import { imports } from './examples/imports.ts'
import { loadSheets } from './examples/load-sheets.ts'
import { files } from './examples/files.ts'
import { tables } from './examples/tables.ts'
import { stocktakes } from './examples/stocktakes.ts'
import { orders } from './examples/orders.ts'
import { trade } from './examples/trade.ts'
import { factors } from './examples/factors.ts'
import { periods } from './examples/periods.ts'
import { counterparties } from './examples/counterparties.ts'
import { peopleData } from './examples/people-data.ts'
import { audit } from './examples/audit.ts'
import { scim } from './examples/scim.ts'
import { singleSignOn } from './examples/single-sign-on.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { languages } from './languages.ts'
import { fieldName } from './field-names.ts'
import { ANYBODY, isMessage, render, renderBy } from './render.ts'
import { METRIC } from './units.ts'

const areas = [
  fields,
  requests,
  access,
  factors,
  system,
  background,
  commandLine,
  commandHelp,
  start,
  referenceData,
  settings,
  databases,
  archives,
  backups,
  mails,
  outlines,
  searches,
  stock,
  columns,
  timeline,
  edits,
  outcomes,
  positions,
  reports,
  records,
  holds,
  tradeImports,
  trades,
  charges,
  loads,
  places,
  harvest,
  imports,
  files,
  tables,
  orders,
  trade,
  stocktakes,
  periods,
  counterparties,
  peopleData,
  audit,
  scim,
  singleSignOn,
  loadSheets,
]
const all = areas.flatMap((area) => Object.entries<object>(area).map(([id, data]) => ({ id, data })))

/** Words that stand in English sentences alone. */
const ENGLISH = /\b(the|is|are|must|have|not|with|and|or not|there|this|would)\b/i

test.each(all)('$id is said in each language', (said) => {
  const [english, german, french] = languages.map((language) => render(said, { language, units: METRIC }))
  expect(new Set([english, german, french]).size).toBe(3)
  expect(german).not.toMatch(ENGLISH)
  expect(french).not.toMatch(ENGLISH)
})

test.each([
  [
    'en',
    '“Far Lawn 2026” in Hill Store, Hill 2 would be short by 99,926,199 kg on 27 Nov 2026 at 17:48, when movement 7 takes from it. Nothing was changed.',
  ],
  [
    'de',
    'So viel liegt dort nicht. Von „Far Lawn 2026“ in Hill Store, Hill 2 würden am 27.11.2026 um 17:48 Uhr 99.926.199 kg fehlen, wenn Bewegung 7 davon abgeht. Nichts wurde geändert.',
  ],
  [
    'fr',
    'Il n’y en a pas autant à cet endroit. Le 27/11/2026 à 17:48, il manquerait 99 926 199 kg de « Far Lawn 2026 » dans Hill Store, Hill 2, quand le mouvement 7 y prend. Rien n’a été modifié.',
  ],
] as const)('figures, days and times as %s writes them', (language, sentence) => {
  const said = message('stockWouldBeShort', stock.stockWouldBeShort)
  expect(render(said, { language, units: METRIC }).replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(sentence)
})

test.each([
  ['en', 'GB', '27 Nov 2026'],
  ['en', 'US', 'Nov 27, 2026'],
  ['en', 'DE', '27 Nov 2026'],
  ['de', 'AT', '27.11.2026'],
  ['de', 'GB', '27.11.2026'],
  ['fr', 'FR', '27/11/2026'],
  ['fr', 'CH', '27.11.2026'],
  ['fr', 'GB', '27/11/2026'],
] as const)('a day is written as %s writes it in %s', (language, countryISO, day) => {
  const closed = message('isClosedAlready', { closedUpTo: '2026-11-27' })
  expect(render(closed, { language, countryISO, units: METRIC })).toContain(` ${day}`)
})

test.each([
  [{ language: 'en', units: { ...METRIC, scale: 'lb' } }, 'would be short by 62,340 lb on'],
  [{ language: 'fr', units: { ...METRIC, scale: 'lb' } }, 'il manquerait 62 340 lb de'],
  [ANYBODY, 'would be short by 28,276.948 kg on'],
] as const)('a weight of pounds is said as it was read: %o', (reader, part) => {
  const said = message('stockWouldBeShort', { ...stock.stockWouldBeShort, weight: 28_276.948 })
  expect(render(said, reader).replaceAll(/[\u202f\u00a0]/g, ' ')).toContain(part)
})

test('a text that is no message yet stays as it is beside one that is', () => {
  const said = message('fieldIsWrong', { path: 'weight', faults: ['is odd', message('isNeeded', {})] })
  expect(languages.map((language) => render(said, { language, units: METRIC }))).toEqual([
    'weight: is odd; is needed',
    'Gewicht: is odd; wird gebraucht',
    'Poids\u00a0: is odd\u00a0; est nécessaire',
  ])
})

test.each([
  ['source.intake.sender.id', 'Anlieferer'],
  ['source.intake.sender.name', 'Anlieferer'],
  ['storage[0].weight', 'Gewicht'],
  ['name', 'Name'],
  ['loads[0].parts[1].weight', 'Gewicht'],
  ['loads[0].from', 'Woher'],
  ['source.importDateUTC', 'Datum'],
  ['f:commodity', 'Getreide'],
  ['Idempotency-Key', 'Idempotency-Key'],
  ['substorageIds[1]', 'Boxen, Eintrag 2'],
  ['files[0].id', 'Dateien, Eintrag 1'],
  ['keys[2]', '„keys“, Eintrag 3'],
  ['[1]', 'Eintrag 2'],
  ['[1].fieldId', 'Schlag'],
  ['tolerance.percent', 'Prozent'],
  ['a.b.c', '„c“'],
  ['constructor', '„constructor“'],
  ['f:colour', '„f:colour“'],
  ['', 'Die Anfrage'],
])('what is wrong at “%s” is called %s', (path, label) => {
  expect(fieldName(path, 'de')).toBe(label)
})

test('of many names the first five are listed', () => {
  const paths = Array.from({ length: 1022 }, (_each, index) => `f${index}`)
  const several = message('fieldsAreWrong', { count: 1022, paths })
  expect(render(several, { language: 'en', units: METRIC })).toMatch(
    /^1022 fields need attention: f0, f1, f2, f3, f4 and 1017 more\.$/,
  )
  const none = message('areNotThere', { what: 'record', ids: paths })
  expect(render(none, { language: 'de', units: METRIC })).toMatch(/: f0, .*, f4 und 1\.017 weitere\.$/)
})

test.each([
  ['en', 'Ask p0, p1, p2, p3, p4 or 2 more.'],
  ['de', 'Bitte wenden Sie sich an p0, p1, p2, p3, p4 oder 2 weitere.'],
  ['fr', 'Adressez-vous à p0, p1, p2, p3, p4 ou 2 autres.'],
] as const)('so are people to ask in %s', (language, sentence) => {
  const names = Array.from({ length: 7 }, (_each, index) => `p${index}`)
  expect(render(message('isNotToCount', { names }), { language, units: METRIC })).toContain(sentence)
})

test('where it was looked for is said in each language', () => {
  const inPlan = message('isNotThere', { what: 'load', id: '7', within: 'plan' })
  const inStore = message('isNotThere', { what: 'bay', id: '9', place: 'Hill Store' })
  expect(
    languages.flatMap((language) => [
      render(inPlan, { language, units: METRIC }),
      render(inStore, { language, units: METRIC }),
    ]),
  ).toEqual([
    'There is no load 7 of this plan.',
    'There is no bay 9 of Hill Store.',
    'In diesem Plan gibt es keine Fuhre 7.',
    'In Hill Store gibt es keine Box 9.',
    'Il n’y a pas de chargement 7 dans ce plan.',
    'Il n’y a pas de cellule 9 dans Hill Store.',
  ])
})

test('a message with English in it is not said to be in the language of who asks', () => {
  const whole = message('withReason', {
    refusal: message('hasChanged', {}),
    reason: message('sendTogether', {}),
  })
  const mixed = message('ofLoad', { place: 1, count: 2, refusal: 'It is 1,000 kg.' })
  expect(
    [whole, mixed, message('withReason', { refusal: mixed, reason: whole }), 'No.'].map(isMessage),
  ).toEqual([true, false, false, false])
})

test('a language with more forms of a count is one more file', () => {
  const polish: Sentences = {
    ...en,
    hasTooMany: ({ limit }, { counted, figure }) =>
      `może mieć najwyżej ${counted(limit, { one: 'jeden wpis', few: `${figure(limit)} wpisy`, other: `${figure(limit)} wpisów` })}`,
  }
  const said = (limit: number) => renderBy(polish, message('hasTooMany', { limit }), 'pl-PL')
  expect([1, 3, 5, 22].map(said)).toEqual([
    'może mieć najwyżej jeden wpis',
    'może mieć najwyżej 3 wpisy',
    'może mieć najwyżej 5 wpisów',
    'może mieć najwyżej 22 wpisy',
  ])
})

test('each language has each message', () => {
  for (const sentences of [en, de, fr])
    expect(Object.keys(sentences).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
})

test('no two areas have a message of the same name', () => {
  const names = areas.flatMap((area) => Object.keys(area))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

describe('over HTTP', () => {
  let service: TestApp
  let farm: TestOrganisation
  beforeAll(async () => {
    service = await openTestApp()
    farm = await makeOrganisation(service)
  })
  afterAll(() => service.close())

  const LANGUAGES: [asked: string, language: string, field: string, short: RegExp][] = [
    [
      'de-AT, en;q=0.5',
      'de',
      'Gewicht: darf höchstens',
      /^So viel liegt dort nicht\. Von .* Uhr 9\.000 kg fehlen/,
    ],
    ['fr', 'fr', 'Poids\u00a0: doit être au plus', /^Il n’y en a pas autant .* manquerait 9.000 kg de/],
    ['en', 'en', 'weight: must be ', / would be short by 9,000 kg on /],
    ['pl', 'en', 'weight: must be ', / would be short by 9,000 kg on /],
  ]
  test.each(LANGUAGES)('who asks in %s reads %s', async (asked, language, field, short) => {
    const { id } = await makeRecord({ as: farm.as, marker: asked })
    const send = (weight: number) =>
      farm
        .as('manager')
        .post('/api/inventory/movements', movement(id, weight, 'mill'), { 'accept-language': asked })
    const wrong = await send(1e12)
    expect(wrong.body.message.slice(0, field.length)).toBe(field)
    expect(wrong.headers['content-language']).toBe(language)
    expect(wrong.headers['vary']).toMatch(/accept-language/i)
    expect(wrong.body.validation).toMatchObject([{ path: 'weight', messageId: 'isAbove' }])
    const { body } = await send(10_000)
    expect(body.message).toMatch(short)
    expect(body).toMatchObject({
      messageId: 'stockWouldBeShort',
      data: { weight: 9000, timeZone: 'Europe/London' },
    })
  })

  test.each([
    ['de', 'Der API-Schlüssel Waage ist widerrufen.', 'Erntejahr'],
    ['fr', 'La clé d’API Waage est révoquée.', 'Année de récolte'],
    ['en', 'The API key Waage is revoked.', 'Harvest year'],
  ])('what was done, and what there is to filter by, is said in %s', async (asked, done, filter) => {
    const owner = farm.as('owner')
    const language = { 'accept-language': asked }
    const key = await owner.post('/api/identity/api-keys', { name: 'Waage', role: 'operator' })
    const revoked = await owner.delete(`/api/identity/api-keys/${key.body.id}`, undefined, language)
    expect(revoked.body.message).toBe(done)
    const found = await owner.get('/api/inventory/records', language)
    const facets = found.body.facets.map(({ displayName }: { displayName: string }) => displayName)
    expect(facets).toContain(filter)
    expect(found.headers['vary']).toMatch(/accept-language/i)
  })
})

test.each([
  [{ language: 'en', units: METRIC }, 'expected yield from 8200 kg/ha to none'],
  [{ language: 'de', units: METRIC }, 'erwarteter Ertrag von 8.200 kg/ha auf ohne'],
  [
    { language: 'en', units: { ...METRIC, scale: 'lb', area: 'ac' } },
    'expected yield from 7315.9 lb/ac to none',
  ],
] as const)('a yield has the units of its reader: %o', (reader, said) => {
  const changes = [{ field: 'expectedYield' as const, before: 8200, after: null }]
  expect(render(message('recordIsChanged', { changes }), reader)).toContain(said)
})
