import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { listCountries } from '../countries/countries.ts'
import { importPostcodes } from './import-postcodes.ts'
import { findPostcodes } from './postcodes.ts'
import { UnknownShape } from './postcode-file.ts'
import { asking, harpenden } from './test-places.ts'

const service = await openTestApp()
afterAll(() => service.close())
const { ask, search, found } = asking(service)

const ROTHAMSTED = { lat: '51.8094', lon: '-0.3564' }

describe('postcodes', () => {
  const load = (text: string, countryISO?: string) =>
    importPostcodes(service.database.db, Readable.from([Buffer.from(text)]), countryISO)

  test('of the ONS are loaded, but for those out of use or on no map', async () => {
    const done = await load(
      `﻿pcd,pcd2,pcds,dointr,doterm,lat,long\r\n"AL5 2JQ","AL5  2JQ","AL5 2JQ","198001","",51.809400,-0.356300\r\n` +
        `"AL5 2QQ","AL5  2QQ","AL5 2QQ","198001","199912",51.8,-0.35\r\n"GY1 1AA","GY1  1AA","GY1 1AA","198001","",99.999999,0.0\r\n` +
        `"AL5 2JR","AL5  2JR","AL5 2JR","198001","",51.8120,-0.3590\r\n"??","","??","198001","",51.8,-0.3\r\n`,
    )
    expect(done).toEqual({
      stored: 2,
      left: 2,
      bad: 1,
      examples: [{ row: 6, problem: { id: 'rowHasNoPostcode', data: { text: '??' } } }],
    })
    expect(await found({ query: 'al5 2jq' })).toEqual(['postcode: AL5 2JQ, United Kingdom'])
    expect(await found({ query: 'AL52' })).toEqual([
      'postcode: AL5 2JQ, United Kingdom',
      'postcode: AL5 2JR, United Kingdom',
    ])
    expect(await found({ query: 'AL52', countryISO: 'FR' })).not.toContain(
      'postcode: AL5 2JQ, United Kingdom',
    )
    const { body } = await ask('address', { id: 'postcode:GB:AL52JQ', source: 'postcodes' })
    expect(body).toMatchObject({
      address: { ...harpenden, postcode: 'AL5 2JQ' },
      coordinates: { lat: 51.8094, lon: -0.3563 },
    })
  })

  test.each([
    ['country:GB', true],
    ['region:GB.ENG', true],
    ['district:GB.ENG.F8', true],
    ['country:FR', false],
    ['region:GB.SCT', false],
    ['district:GB.ENG.I9', false],
  ])('are found in the containers that they lie in: %s %j', async (id, isThere) => {
    const results = await found({ query: 'AL5 2JQ', id })
    expect(results.includes('postcode: AL5 2JQ, United Kingdom')).toBe(isThere)
  })

  test('are in the address of what is near, and of nothing that is not', async () => {
    const { body } = await ask('coordinates', ROTHAMSTED)
    expect(body.address).toEqual({ ...harpenden, postcode: 'AL5 2JQ' })
    const farther = await ask('coordinates', { lat: '51.835', lon: '-0.36' })
    expect(farther.body.address.postcode).toBe('AL5 2JR')
    const faraway = await ask('coordinates', { lat: '51.9', lon: '-0.36' })
    expect(faraway.body.address.postcode).toBe('')
  })

  test('of GeoNames may be shared by several places, whose names have commas and quotation marks', async () => {
    const line = (place: string, lat: string) =>
      ['FR', '28150', place, 'Centre', '24', 'Eure-et-Loir', '28', 'Chartres', '281', lat, '1.7', '5'].join(
        '\t',
      )
    expect(
      await load(`${line('Voves', '48.27')}\n${line('"Le" Gault, Saint Denis', '48.23')}\n`),
    ).toMatchObject({
      stored: 2,
      bad: 0,
    })
    expect(await found({ query: '28150', countryISO: 'FR' })).toEqual([
      'postcode: 28150, "Le" Gault, Saint Denis, Eure-et-Loir, France',
      'postcode: 28150, Voves, Eure-et-Loir, France',
    ])
    const [, voves] = await search({ query: '28150' })
    const { body } = await ask('address', { id: voves?.id ?? '' })
    expect(body.address).toMatchObject({ city: 'Voves', postcode: '28150', regionISO: 'FR-28' })
  })

  test('of the caller’s own country come first, and figures are no town that has them in its name', async () => {
    const shapes = (country: string) => `${country}\t50010\tTown of ${country}\t\t\t\t\t\t\t42.03\t-93.6\t4\n`
    await load(['CA', 'FR', 'US'].map(shapes).join(''))
    const { db } = service.database
    const first = async (homeISO: string) =>
      (await findPostcodes(db, '50010', { countryISO: undefined, homeISO }, 25)).map(
        (each) => each.countryISO,
      )
    expect(await first('US')).toEqual(['US', 'CA', 'FR'])
    expect(await first('FR')).toEqual(['FR', 'CA', 'US'])
    await db.deleteFrom('postcodes').where('key', '=', '50010').execute()
    expect(await found({ query: '50010' })).toEqual([])
  })

  test('of one’s own may come in any column, and change what was loaded before', async () => {
    const file = (lat: string) =>
      `Longitude;Postcode;Latitude;Town\n-93.60;50010;${lat};Ames\n-93.60;;42;Ames\n`
    expect(await load(file('42.00'))).toMatchObject({ stored: 0, bad: 2 })
    expect(await load(file('42.00'), 'US')).toMatchObject({ stored: 1, bad: 1 })
    expect(await load(file('42.05'), 'US')).toMatchObject({ stored: 1 })
    const { body } = await ask('address', { id: 'postcode:US:50010' })
    expect(body).toMatchObject({ address: { city: 'Ames', regionISO: 'US-IA' }, coordinates: { lat: 42.05 } })
  })

  test('whose country the file leaves open are of the one that is named', async () => {
    const file = 'postcode,latitude,longitude,country\nAB1 2CD,57.1,-2.1,\n1010,48.2,16.4,at\n'
    expect(await load(file, 'GB')).toMatchObject({ stored: 2, bad: 0 })
    expect(await found({ query: 'AB1 2CD' })).toEqual(['postcode: AB1 2CD, United Kingdom'])
    expect(await found({ query: '1010', countryISO: 'AT' })).toEqual(['postcode: 1010, Austria'])
  })

  test('in many rows are loaded in steps, doubles and all', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `D${index % 4500},10,${(index % 100) / 100}`)
    expect(await load(`postcode,latitude,longitude\n${rows.join('\n')}`, 'DE')).toMatchObject({ bad: 0 })
    const { count } = await service.database.db
      .selectFrom('postcodes')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('country_iso', '=', 'DE')
      .executeTakeFirstOrThrow()
    expect(count).toBe(4500)
  })

  test('in a file of another kind are refused', async () => {
    await expect(load('name,age\nAnn,40\n')).rejects.toThrow('neither like the ONS')
    const open = load(
      'postcode,latitude,longitude\nAL1 1AA,51.7,-0.3\n"AL1 1AB,51.7,-0.3\nAL1 1AC,51.7,-0.3\n',
      'GB',
    )
    await expect(open).rejects.toThrow(UnknownShape)
    await expect(open).rejects.toThrow('after row 2 a quotation mark is never closed')
    expect(await load('')).toEqual({ stored: 0, left: 0, bad: 0, examples: [] })
  })
})

test('the command and the licence of postcodes are documented for every country in use', () => {
  const document = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  for (const { iso, enabled } of listCountries()) {
    if (!enabled) continue
    const [, , , licence = '', command = ''] =
      document
        .split('\n')
        .find((line) => line.startsWith(`| ${iso} `))
        ?.split('|') ?? []
    expect(licence.trim(), iso).toMatch(/^(CC BY 4\.0|Open Government Licence v3\.0)/)
    expect(command.trim(), iso).toMatch(/^`places import --file \S+`$/)
  }
})
