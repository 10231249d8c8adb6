import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { base, send } from './test-imports.ts'

let service: TestApp
let manager: Client
beforeAll(async () => {
  service = await shareTestApp()
  manager = (await makeOrganisation(service)).as('manager')
})
afterAll(() => service.close())

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const inGerman = { 'accept-language': 'de' }

/** Words that stand in English sentences alone. */
const ENGLISH = /\b(the|is|are|must|have|not|with|this|row|were|file|and)\b/i

/** All that an answer says of its rows. */
function saidOf({ results }: Answer['body']): string[] {
  return results.flatMap((row: Answer['body']) => [
    row.summary,
    ...row.message,
    ...row.warnings,
    ...row.problems.map(({ reason }: { reason: string }) => reason),
  ])
}

test('what becomes of rows is said in the language of who imports, also where it is kept', async () => {
  const file = 'Schlag;Fläche (ha);Betrieb\nOben;12,5;\nUnten;viel;\nHinten;3;Nirgends\n'
  const { body } = await send(manager, 'fields', file, inGerman)
  expect(saidOf(body)).toEqual([
    'Der Schlag wurde angelegt.',
    'Diese Zeile wurde nicht eingetragen.',
    'Fläche (ha): muss eine Zahl sein',
    'muss eine Zahl sein',
    'Diese Zeile wurde nicht eingetragen.',
    'Betrieb: ist keiner Ihrer Betriebsteile: Nirgends',
    'ist keiner Ihrer Betriebsteile: Nirgends',
  ])
  const run = (await manager.get(`${base}/${body.importId}`)).body
  expect(saidOf(run.report)).toEqual(saidOf(body))
  const errors = (await manager.get(body.errorsUrl, inGerman)).body
  expect(errors.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFZeilennummer,Was nicht stimmt,Schlag,Fläche (ha),Betrieb',
    '3,Fläche (ha): muss eine Zahl sein,Unten,viel,',
  ])
  const again = await send(manager, 'fields', 'Schlag;Fläche (ha)\nOben;13\n', inGerman)
  expect(saidOf(again.body)).toEqual([
    'Den Schlag gab es schon; nichts kam hinzu.',
    'Fläche: gespeichert 12,5 ha, in der Zeile 13 ha; ein Import ändert das nicht.',
  ])
})

test('what a file leaves open is asked in the language of who imports', async () => {
  const inFrench = { 'accept-language': 'fr' }
  const unknown = (await send(manager, 'fields', 'xa,xb\n1,2\n', inFrench)).body
  expect(plain(unknown.message)).toMatch(
    /^Fichier : n’a pas d’en-tête connu ici ; une de ses 20 premières lignes doit nommer les colonnes : Parcelle, Surface, Exploitation/,
  )
  const file = 'Stockage,Cellule,Culture,Année de récolte,Poids\nNord,1,Blé,2026,28\n'
  const { message, messageId, body } = (await send(manager, 'inventory/stores', file, inFrench)).body
  expect([plain(message), messageId]).toEqual([
    '« Poids » contient 28, et rien ne dit dans quelle unité. Indiquez-le dans « mapping », et renvoyez le fichier.',
    'questionIsOpen',
  ])
  expect(plain(body.questions[0].message)).toBe('« Poids » contient 28, et rien ne dit dans quelle unité.')
  const diary = 'Schlag;Maßnahme;Pflanzenschutzmittel\nOben;Spritzen;Boxer\n'
  const asked = (await send(manager, 'fields', diary, inGerman)).body
  expect(asked.message).toMatch(/^Die Datei sieht aus wie eine Ackerschlagkartei/)
  expect(asked.body.questions[0].choices[0].text).toBe('ohne diese Spalten lesen')
  const picture = (await send(manager, 'fields', Buffer.from([0xff, 0xd8, 0xff]), inGerman)).body
  expect(picture.message).toBe('Die Datei ist ein Bild. Bitte die Tabelle als CSV, XLSX oder ODS senden.')
})

test('why a shape has no outline that is kept is said in the language of who imports', async () => {
  const ring = [
    [0, 51],
    [0.004, 51.004],
    [0.004, 51],
    [0, 51.004],
    [0, 51],
  ]
  const feature = {
    type: 'Feature',
    properties: { Field: 'Bow' },
    geometry: { type: 'Polygon', coordinates: [ring] },
  }
  const { body } = await send(manager, 'inventory/boundaries', JSON.stringify(feature), inGerman)
  expect(saidOf(body)).toContainEqual(expect.stringMatching(/^kreuzt oder berührt sich selbst bei 51\.00/))
})

const FILES: [kind: string, file: string][] = [
  [
    'fields',
    'Field,Area (ha),Latitude,Longitude\nA,x,,\nB,1e9,,\nC,3,51,\nD,3,-0.3,51.8\n,3,,\nE,#N/A,,\nTotal,99,,\nA,20,,\nA,30,,\n',
  ],
  [
    'stores',
    'Store,Bay,Commodity,Capacity (t)\nBarn,1,Wheat,500\nBarn,1,Wheat,600\nBarn,2,Wheet,500\nBarn,3,,500\nBarn,,Wheat,5\nBarn,4,Wheat,900000\n',
  ],
  [
    'inventory/stores',
    'Store,Bay,Commodity,Type,Grade,Harvest year,Weight (t),Date,Reference\nBarn,1,Wheat,Winter,,2026,10,2026-08-14,R1\n' +
      'Barn,1,Wheat,Winter,,2026,12,2026-08-14,R1\nBarn,9,Wheat,Winter,,2026,10,,\nShed,1,Wheat,Winter,,2026,10,,\nBarn,1,Wheat,Long,Best,1950,ca. 3,,\n' +
      'Barn,1,Barley,,Best,2026,0,13/13/2026,\nBarn,1,Wheat,Winter,,2026,3 xx,,\n',
  ],
  [
    'inventory/fields',
    'Field,Commodity,Type,Harvest year,Area (ha),Expected yield (t/ha),Planted\nA,Wheat,Winter,2026,2,8,2025-10\nA,Wheat,Winter,2026,3,8,2025-10\n' +
      'A,Wheat,Winter,2026/27,2,800,2025-13\nNowhere,Wheat,Winter,2026,2,8,\nA,Corn on,Winter,2026,2,8,\n',
  ],
  ['field-splits', 'Field,New field,Hectares\nA,A1,0.5\nA,A1,0.7\nA,A2,99\nNowhere,B,1\n'],
  ['field-yields', 'Field,Harvest year,Expected yield (t/ha)\nA,2026,9\nA,2026,8\nA,2030,9\nA,2026,0.001\n'],
  [
    'inventory/loads',
    'Date,Time,Ticket,Gross (kg),Tare (kg),Net (kg),Field,Store,Bay,Sender,Receiver,Commodity,Harvest year,Moisture (%)\n' +
      '2026-08-14,09:00,T1,42000,14000,28000,A,Barn,1,,,,,14\n2026-08-14,09:00,T1,42000,14000,27000,A,Barn,1,,,,,14\n' +
      '2026-08-14,25:00,T2,1,2,,A,Barn,1,,,,,140\n2199-08-14,09:00,T3,42000,14000,28000,A,Barn,1,,,,,\n' +
      '2026-08-14,,T4,,,,A,Barn,1,,,,,\n2026-08-14,,T5,,,10000,,Barn,1,Somebody,,Wheat,2026,\n2026-08-14,,T6,,,99000,,Barn,1,,Nobody,,,\n' +
      '2026-08-14,,T7,,,1000,A,Barn,1,Somebody,,,,\n2026-08-14,,T8,,,1000,,,,,,,,\n2026-08-14T08:00,09:00,T9,,,1000,A,Barn,1,,,,,\n',
  ],
]

test.each(FILES)(
  'no row of %s says anything in English to who reads German or French',
  async (kind, file) => {
    for (const language of ['de', 'fr']) {
      const { body } = await send(manager, `${kind}?dryRun=true`, file, { 'accept-language': language })
      const all = body.results ? saidOf(body) : [body.message]
      expect(all.filter((text) => ENGLISH.test(text))).toEqual([])
    }
    await send(manager, kind, file)
  },
)
