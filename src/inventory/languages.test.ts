import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../test/app.ts'
import { makeOrganisation } from '../../test/factories.ts'

// What is answered of places, contracts, partners, settlements and harvests, in German and French.

let service: TestApp
let manager: Client
let ids: Record<'field' | 'store' | 'partner', string>
beforeAll(async () => {
  service = await shareTestApp()
  manager = (await makeOrganisation(service)).as('manager')
  const made = async (path: string, body: object) =>
    (await manager.post(`/api/inventory/${path}`, body)).body.id as string
  const bays = [{ name: 'Hill 1' }]
  ids = {
    field: await made('storage', {
      name: 'Far Lawn',
      type: 'field',
      location: null,
      area: 4,
      substorage: [],
    }),
    store: await made('storage', { name: 'Hill Store', type: 'store', location: null, substorage: bays }),
    partner: await made('partners', { id: 'mill', name: 'Mill' }),
  }
})
afterAll(() => service.close())

/** Words that stand in English sentences alone. */
const ENGLISH = /\b(the|is|are|must|have|not|with|this|and|there|of)\b/i

type Asked = [method: 'post' | 'put' | 'patch', path: string, body: object, german: RegExp]

const ASKED: Asked[] = [
  [
    'post',
    'storage',
    { name: 'X', type: 'field', location: null, substorage: [{ name: '1' }] },
    /ein Schlag hat keine Boxen/i,
  ],
  [
    'post',
    'storage/{store}/commodities',
    { substorageId: 7, commodityId: 99_999, weight: 1 },
    /^2 Angaben stimmen nicht: Box, Getreide\.$/,
  ],
  ['post', 'storage/fields/split', [{ source: '{field}', name: 'A', hectares: 9 }], /noch übrig/],
  [
    'post',
    'storage/fields/split',
    [{ source: '{field}', name: 'North Lawn', hectares: 1 }],
    /^Der Schlag North Lawn wurde angelegt\.$/,
  ],
  ['post', 'storage/notes', { storageId: '{store}', reasonId: 99_999, note: 'x' }, /kein Grund/],
  ['post', 'partners', { id: 'mill', name: 'Mill' }, /^Diesen Partner kennen Sie schon: Mill\.$/],
  ['post', 'partners/mill/merge', { ids: ['mill', 'nobody'] }, /^2 Angaben stimmen nicht: Partner\.$/],
  ['post', 'settlements/try', { buyer: { id: 'mill' }, lines: [] }, /^Zeilen: werden gebraucht/],
  [
    'post',
    'settlements/try',
    { buyer: { id: 'nobody' }, lines: [{ dateISO: '2199-01-01', weight: 0 }] },
    /^3 Angaben stimmen nicht: Käufer, Datum, Gewicht\.$/,
  ],
]

test.each(ASKED)('%s %s %j is answered in German and French', async (method, path, body, german) => {
  const put = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_all, name: keyof typeof ids) => ids[name])
  const sent = JSON.parse(put(JSON.stringify(body)))
  for (const language of ['de', 'fr']) {
    const answer = await manager[method](`/api/inventory/${put(path)}`, sent, {
      'accept-language': language,
    })
    const said = [
      answer.body.message,
      ...(answer.body.validation ?? []).map((each: { message: string }) => each.message),
    ]
    expect(said.filter((text) => ENGLISH.test(text))).toEqual([])
    if (language === 'de') expect(answer.body.message).toMatch(german)
  }
})
