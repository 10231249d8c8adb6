import { geoJsonOf, squareAt } from '../src/system/imports/maps/test-maps.ts'
import type { RequestFixture } from './request-fixture.ts'
import { ok, type Scene } from './scene.ts'

const INVENTORY = '/api/inventory/imports'
const SYSTEM = '/api/system/commodities/varieties/import'

let made = 0

/** A name that nobody has yet; not the scene's own, for others send the same file and are told of what it says. */
function newName(what: string): string {
  made += 1
  return `${what} ${made}`
}

function form(file: string): FormData {
  const sent = new FormData()
  sent.append('file', new Blob([file], { type: 'text/csv' }), 'farm.csv')
  return sent
}

async function send({ farm }: Scene, kind: string, file: string) {
  return ok(await farm.as('owner').post(`${INVENTORY}/${kind}`, form(file)))
}

async function newField(scene: Scene): Promise<string> {
  const name = newName('Field')
  await send(scene, 'fields', `Field,Area (ha)\n${name},5\n`)
  return name
}

async function newCrop(scene: Scene): Promise<string> {
  const field = await newField(scene)
  await send(scene, 'inventory/fields', `Field,Commodity,Harvest year\n${field},Winter wheat,2027\n`)
  return field
}

async function newStore(scene: Scene): Promise<string> {
  const name = newName('Store')
  await send(scene, 'stores', `Store,Bay\n${name},Bay 1\n`)
  return name
}

/** A store with five tonnes in its one bay. */
async function newStock(scene: Scene): Promise<string> {
  const store = await newStore(scene)
  const row = `${store},Winter wheat,2025,5,2026-01-02\n`
  await send(scene, 'inventory/stores', `Store,Commodity,Harvest year,Weight (t),Date\n${row}`)
  return store
}

async function newPartner({ farm }: Scene): Promise<string> {
  const name = newName('Partner')
  ok(await farm.as('owner').post('/api/inventory/partners', { name }))
  return name
}

async function runOf(scene: Scene): Promise<string> {
  const { importId } = await send(scene, 'fields', `Field,Area (ha)\n${newName('Field')},5\n`)
  return importId
}

/** A word of the organisation's own, as one import has taught it. */
async function wordOf(scene: Scene): Promise<string> {
  const owner = scene.farm.as('owner')
  const word = 'Golden stuff'
  const sent = form(`Store,Commodity,Harvest year,Weight (t)\n${await newStore(scene)},${word},2026,5\n`)
  sent.append('mapping', JSON.stringify({ aliases: { commodity: { [word]: 'Winter wheat' } } }))
  ok(await owner.post(`${INVENTORY}/inventory/stores`, sent))
  const words: { id: string; word: string }[] = ok(await owner.get(`${INVENTORY}/aliases`))
  return words.find((each) => each.word === word)?.id ?? ''
}

/** A file for each import, made in the scene. */
const files: Record<string, (scene: Scene) => string | Promise<string>> = {
  fields: () => `Field,Area (ha)\n${newName('Field')},5\n`,
  stores: () => `Store,Bay\n${newName('Store')},Bay 1\n`,
  'field-splits': async (scene) =>
    `Field,New field,Area (ha)\n${await newField(scene)},${newName('Part')},2\n`,
  'field-yields': async (scene) => `Field,Expected yield (t/ha)\n${await newCrop(scene)},9\n`,
  'inventory/stores': async (scene) =>
    `Store,Commodity,Harvest year,Weight (t)\n${await newStore(scene)},Winter wheat,2026,5\n`,
  'inventory/fields': async (scene) =>
    `Field,Commodity,Harvest year\n${await newField(scene)},Winter wheat,2027\n`,
  'inventory/boundaries': async (scene) => geoJsonOf({ [await newField(scene)]: [squareAt(-0.37, 51.81)] }),
  'inventory/loads': async (scene) =>
    `Date,Ticket,Net (t),Store,Sender,Commodity,Harvest year\n2026-01-05,T1,5,${await newStore(scene)},${await newPartner(scene)},Winter wheat,2025\n`,
  trades: async (scene) =>
    `Purchase or sale,Reference,Partner,Commodity,Weight (t)\nSale,${newName('S')},${await newPartner(scene)},Winter wheat,500\n`,
  orders: async (scene) =>
    `Reference,Purchase or sale,Partner,Commodity,Weight (t)\n${newName('O')},Sale,${await newPartner(scene)},Winter wheat,50\n`,
  'inventory/counts': async (scene) =>
    `Store,Counted (t),Counted at\n${await newStock(scene)},4.9,2026-01-05\n`,
}

const varieties = 'Country,Commodity,Type,Grade,Variety\nNZ,Wheat,Winter,Milling,Torlesse\n'

/** Requests of the imports, and of what is beside each of them. */
export function importRequests(): Record<string, RequestFixture> {
  const kinds = Object.entries(files).flatMap(([kind, file]): [string, RequestFixture][] => [
    [`POST ${INVENTORY}/${kind}`, { by: 'key', make: async (scene) => ({ body: form(await file(scene)) }) }],
    [`GET ${INVENTORY}/${kind}/template`, { by: 'key', make: () => ({}) }],
    [`GET ${INVENTORY}/${kind}/export`, { by: 'key', make: () => ({}) }],
    [`GET ${INVENTORY}/${kind}/mappings`, { by: 'key', make: () => ({}) }],
  ])
  const ofVarieties = [SYSTEM, `${INVENTORY}/varieties`].flatMap((path): [string, RequestFixture][] => [
    [`POST ${path}`, { by: 'platform admin', make: () => ({ body: form(varieties) }) }],
    [`GET ${path}/template`, { by: 'platform admin', make: () => ({}) }],
    [`GET ${path}/export`, { by: 'platform admin', make: () => ({}) }],
    [`GET ${path}/mappings`, { by: 'platform admin', make: () => ({}) }],
  ])
  const without = [
    'field-splits/export',
    'inventory/loads/export',
    'inventory/counts/export',
    'inventory/boundaries/export',
    'inventory/boundaries/template',
  ]
  const isThere = ([key]: [string, RequestFixture]) =>
    !without.some((path) => key === `GET ${INVENTORY}/${path}`)
  return {
    ...Object.fromEntries([...kinds, ...ofVarieties].filter(isThere)),
    [`GET ${INVENTORY}`]: { by: 'key', make: () => ({}) },
    [`GET ${INVENTORY}/{id}`]: { by: 'key', make: async (scene) => ({ params: { id: await runOf(scene) } }) },
    [`DELETE ${INVENTORY}/{id}`]: {
      by: 'key',
      make: async (scene) => ({ params: { id: await runOf(scene) } }),
    },
    [`GET ${INVENTORY}/aliases`]: { by: 'key', make: () => ({}) },
    [`DELETE ${INVENTORY}/aliases/{id}`]: {
      by: 'key',
      make: async (scene) => ({ params: { id: await wordOf(scene) } }),
    },
    [`GET ${INVENTORY}/{id}/errors`]: {
      by: 'key',
      make: async (scene) => {
        const { importId } = await send(scene, 'fields', 'Field,Area (ha)\nBroken,much\n')
        return { params: { id: importId } }
      },
    },
  }
}
