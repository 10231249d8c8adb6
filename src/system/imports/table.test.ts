import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growthOf, SQUARE } from '../../../test/growth.ts'
import { Refusal } from '../../kernel/errors.ts'
import { ANYBODY, render } from '../../words/render.ts'
import { area, date, hectaresOf, kilogramsOf, list, text, weight, yieldPerArea } from './columns.ts'
import type { Row } from './cells.ts'
import { openTable, type FileOwner } from './table.ts'

const columns = {
  name: text('Field', { aliases: ['Name'], isRequired: true }),
  area: area('Area (ha)', { aliases: ['hectares', 'acres'] }),
  weight: weight('Weight (t)', { aliases: ['tonnes', 'kg', 'Net weight'] }),
  expected: yieldPerArea('Expected yield (t/ha)'),
  date: date('Date'),
  tags: list('Tags'),
}

const here: FileOwner = {
  organisationId: 'farm',
  countryISO: 'GB',
  language: 'en',
  order: 'day first',
  mark: '.',
}

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'granary-tables-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function open(content: string | Buffer, origin: FileOwner = here) {
  const file = path.join(directory, randomUUID())
  await writeFile(file, content)
  return openTable(file, columns, origin)
}

async function read(content: string | Buffer, origin: FileOwner = here): Promise<Row<typeof columns>[]> {
  const table = await open(content, origin)
  const rows = (await Array.fromAsync(table.rows(2))).flat()
  expect(rows).toHaveLength(table.totalRows)
  return rows
}

async function valuesOf(content: string | Buffer, origin: FileOwner = here) {
  return (await read(content, origin)).map(({ values: { area: measured, ...values } }) => ({
    ...values,
    ...(measured && { area: hectaresOf(measured) }),
  }))
}

async function problemsOf(content: string | Buffer): Promise<string[]> {
  const rows = await read(content)
  return rows.flatMap(({ number, problems }) =>
    problems.map(
      ({ column, value, reason }) =>
        `${number} ${column} ${JSON.stringify(value)} ${render(reason, ANYBODY)}`,
    ),
  )
}

async function refusalOf(content: string | Buffer): Promise<Refusal> {
  const refusal: unknown = await open(content).catch((error: unknown) => error)
  if (!(refusal instanceof Refusal)) throw new Error('it was taken')
  return refusal
}

/** UTF-16 with the high byte first. */
function utf16be(content: string): Buffer {
  return Buffer.from(content, 'utf16le').swap16()
}

describe('a file', () => {
  const said = 'Field,Area (ha)\nÉclair “north”,12.5\nŁąka,3\n'
  const meant = [
    { name: 'Éclair “north”', area: 12.5 },
    { name: 'Łąka', area: 3 },
  ]

  test.each<[what: string, content: string | Buffer]>([
    ['UTF-8', said],
    ['UTF-8 with a byte-order mark', `\ufeff${said}`],
    ['UTF-16 with the low byte first', Buffer.from(`\ufeff${said}`, 'utf16le')],
    ['UTF-16 with the high byte first', utf16be(`\ufeff${said}`)],
    ['UTF-16 without a mark', Buffer.from(said, 'utf16le')],
    ['UTF-16 without a mark, the high byte first', utf16be(said)],
    ['lines that end in CRLF', said.replaceAll('\n', '\r\n')],
    ['lines that end in CR', said.replaceAll('\n', '\r')],
    ['semicolons', said.replaceAll(',', ';')],
    ['tabs', said.replaceAll(',', '\t')],
    ['semicolons and decimal commas', said.replaceAll(',', ';').replaceAll('.', ',')],
    ['tabs and decimal commas', said.replaceAll(',', '\t').replaceAll('.', ',')],
    ['what a spreadsheet says of its delimiter', `sep=;\r\n${said.replaceAll(',', ';')}`],
    ['empty rows before the header', `\n,\n${said}`],
    ['other case and blanks in the header', said.replace('Field,Area (ha)', ' FIELD , area( HA )')],
    ['a comma before the unit', said.replace('Area (ha)', '"Area, ha"')],
    ['another name of a column', said.replace('Field,Area (ha)', 'Name,Hectares')],
    ['columns in another order', 'Area_ha,FIELD\n12.5,Éclair “north”\n3,Łąka\n'],
    ['columns that nobody knows', said.replace('(ha)', '(ha),Soil').replaceAll('\nÉ', '\nÉ')],
  ])('in %s', async (_what, content) => {
    expect(await valuesOf(content)).toEqual(meant)
  })

  test('is read as often as it is asked for, with the numbers that a spreadsheet shows', async () => {
    const table = await open('Field\na\n\n"b\nb"\nc\n')
    for (const batch of [1, 2, 10]) {
      const batches = await Array.fromAsync(table.rows(batch))
      expect(batches.flat().map(({ number, values }) => `${number} ${values.name}`)).toEqual([
        '2 a',
        '4 b\nb',
        '5 c',
      ])
      expect(Math.max(...batches.map((rows) => rows.length))).toBeLessThanOrEqual(batch)
    }
  })

  test('with rows cut short, and with a header only', async () => {
    expect(await valuesOf('Field,Area (ha),Tags\na\nb,2\n')).toEqual([{ name: 'a' }, { name: 'b', area: 2 }])
    expect(await valuesOf('Field,Area (ha)\n')).toEqual([])
  })

  test.each<[what: string, content: string | Buffer, code: string, message: RegExp]>([
    ['nothing', '', 'invalid_input', /is empty/],
    ['blanks', ' \n \n', 'invalid_input', /is empty/],
    ['a header that is not known', 'Cow,Ear tag\nDaisy,1\n', 'invalid_input', /no header that is known/],
    ['a header without what is needed', 'Area (ha),Tags\n1,\n', 'invalid_input', /has no column “Field”/],
    [
      'a column twice',
      'Field,Area (ha),Area (ac)\na,1,2\n',
      'invalid_input',
      /has two columns for “Area \(ha\)”/,
    ],
    [
      'a unit that is not known',
      'Field,Weight (firkin)\na,1\n',
      'invalid_input',
      /^file: .*in a unit that is not known here: firkin$/,
    ],
    ['a workbook', Buffer.from('PK\x03\x04 and so on', 'latin1'), 'unsupported_media_type', /is a workbook/],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      'unsupported_media_type',
      /is a workbook/,
    ],
    [
      'a picture',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]),
      'unsupported_media_type',
      /is a picture/,
    ],
    ['a PDF', '%PDF-1.7 and so on', 'unsupported_media_type', /is a PDF/],
    ['a web page', '<html><table><tr><td>Field</td></tr></table>', 'unsupported_media_type', /is a web page/],
    ['GeoJSON', '{"type": "FeatureCollection", "features": []}', 'unsupported_media_type', /GeoJSON/],
    ['KML', '<?xml version="1.0"?>\n<kml xmlns="x"></kml>', 'unsupported_media_type', /KML/],
    ['a header with a wrong mark', 'Field,"Area" (ha)\na,1\n', 'invalid_input', /no header/],
  ])('of %s is refused', async (_what, content, code, message) => {
    const refusal = await refusalOf(content)
    expect(refusal.code).toBe(code)
    expect([refusal.message, ...refusal.faults.map((fault) => fault.message)].join(' ')).toMatch(message)
  })

  test('without a column that is needed tells which it found', async () => {
    expect((await refusalOf('Where,Area (ac),Date\na,1,\n')).details).toMatchObject({
      table: { header: ['Where', 'Area (ac)', 'Date'], sample: [['a', '1', '']] },
      mapping: { columns: { area: { from: 'Area (ac)', unit: 'ac' }, date: { from: 'Date' } } },
    })
  })
})

test('dates of the other order put those in doubt that could be both', async () => {
  const doubt =
    'can be read as 2026-04-03 and as 2026-03-04, and other dates of the file have the month first: write it as one of these'
  const wrong = 'must be a date such as 2026-08-14 or 14/08/2026'
  expect(await problemsOf('Field,Date\na,3/4/2026\nb,08/14/2026\nc,5/5/2026\nd,2026-03-04\n')).toEqual([
    `2 Date "3/4/2026" ${doubt}`,
    `3 Date "08/14/2026" ${wrong}`,
  ])
  const usual = 'b,14/08/2026\n'.repeat(9)
  expect(await problemsOf(`Field,Date\na,3/4/2026\n${usual}c,08/14/2026\n`)).toEqual([
    `12 Date "08/14/2026" ${wrong}`,
  ])
})

describe('units', () => {
  const grams = async (header: string, cell: string, countryISO = 'GB') => {
    const [values] = await valuesOf(`Field,${header}\na,"${cell}"\n`, { ...here, countryISO })
    return values?.weight && kilogramsOf(values.weight, countryISO, 1)
  }

  test.each<[header: string, cell: string, kilograms: number, country?: string]>([
    ['Weight (t)', '28.46', 28_460],
    ['weight [TONNES]', '0.1', 100],
    ['Weight kg', '28,460', 28_460],
    ['weight_kg', '28460', 28_460],
    ['Weight', '28460 kg', 28_460],
    ['Weight', '12.5t', 12_500],
    ['Weight (kg)', '12.5 t', 12_500],
    ['Weight in t', '1.2E+03', 1_200_000],
    ['Net weight (t)', 'ca. 4', 4000],
    ['tonnes', '1.5', 1500],
    ['kg', '1.5', 1.5],
    ['Weight (lb)', '100', 45.359],
    ['Weight (cwt)', '1', 50.802],
    ['Weight (cwt)', '1', 45.359, 'US'],
    ['Weight (bu)', '1', 27.216, 'US'],
    ['Weight (dt)', '3', 300],
  ])('%s: %s', async (header, cell, kilograms, country) => {
    expect(await grams(header, cell, country)).toBe(kilograms)
  })

  test('of areas and yields', async () => {
    expect(await valuesOf('Field,Area (ac)\na,10\n')).toEqual([{ name: 'a', area: 4.0469 }])
    const [perHectare, perAcre] = await Promise.all(
      ['t/ha', 't/ac'].map(async (unit) => {
        const [values] = await valuesOf(`Field,Expected yield (${unit})\na,8.5\n`)
        return values?.expected && kilogramsOf(values.expected, 'GB', 1)
      }),
    )
    expect([perHectare, perAcre]).toEqual([8500, 21_003.957])
  })

  test('where nothing in a column tells a point from a comma, its delimiter and the locale do, if they agree', async () => {
    const weightIn = async (delimiter: string, mark: '.' | ',', unit = 'kg') => {
      const [values] = await valuesOf(`Field${delimiter}Weight (${unit})\na${delimiter}"28,460"\n`, {
        ...here,
        mark,
      })
      return values?.weight?.value
    }
    expect(await weightIn(',', '.')).toBe(28_460)
    expect(await weightIn(';', ',')).toBe(28.46)
    expect(await weightIn('\t', '.')).toBe(28_460)
    expect(await weightIn('\t', ',')).toBe(28.46)
    await expect(weightIn(',', ',')).rejects.toThrow('which is 28460 or 28.46')
    await expect(weightIn(';', '.')).rejects.toThrow('which is 28460 or 28.46')
    // No bay holds 28,460 t.
    expect(await weightIn(';', '.', 't')).toBe(28.46)
  })

  test('a weight of which nothing says the unit is asked about', async () => {
    const refusal = await refusalOf('Field,Weight\na,12\nb,13 t\n')
    expect(refusal.details['questions']).toEqual([
      {
        question: 'unit',
        column: 'weight',
        header: 'Weight',
        message: '“Weight” has 12, and nothing says in which unit.',
        examples: ['12'],
        choices: ['t', 'kg', 'dt'].map((unit) => ({
          text: `12 ${unit}`,
          mapping: { columns: { weight: { unit } } },
        })),
      },
    ])
  })
})

describe('cells', () => {
  test('lose blanks, and the apostrophe that keeps a spreadsheet from running them', async () => {
    const names = (await valuesOf(`Field\n  a  \n'=b\n''=c\n'd\n-5\n`)).map(({ name }) => name)
    expect(names).toEqual(['a', '=b', "'=c", "'d", '-5'])
  })

  test('with lists have semicolons between, and before one that is meant a backslash', async () => {
    const [values] = await valuesOf('Field,Tags\na," x;y z ; ;a\\;b;c\\\\d;e\\f"\n')
    expect(values?.tags).toEqual(['x', 'y z', 'a;b', 'c\\d', 'e\\f'])
  })

  test('that are wrong are named, all of a row at once, and no others', async () => {
    const latin1 = Buffer.concat([
      Buffer.from('Field,Area (ha)\nCaf'),
      Buffer.from([0xe9]),
      Buffer.from(',1\nCafé,2\n'),
    ])
    expect(await problemsOf(latin1)).toEqual([
      '2 Field "Caf\ufffd" has characters that are not in the encoding of the file: save it as “CSV UTF-8”',
    ])
    expect(
      await problemsOf('Field,Area (ha),Date\na\0b,x,13/13/2026\n,1,\nfine,1,\nlong,1,,,more\n'),
    ).toEqual([
      '2 Field "a␀b" must not contain a NUL character',
      '2 Area (ha) "x" must be a number',
      '2 Date "13/13/2026" must be a date such as 2026-08-14 or 14/08/2026',
      '3 Field "" is needed',
      '5  "more" has 5 cells, and the header 3: put a cell with the delimiter in it into quotation marks',
    ])
  })

  test('of a spreadsheet have blanks and marks in them that nobody sees', async () => {
    const table =
      'Field,Area\u200b (ha),Tags\nTop\u00a0 Field\u200b,\u200e1\u00a0234.5,\ufeff\n\u200bLow\u202f Field ,1,a;\u200b\n'
    expect(await valuesOf(table)).toEqual([
      { name: 'Top Field', area: 1234.5 },
      { name: 'Low Field', area: 1, tags: ['a'] },
    ])
  })

  test('with nothing in them that is seen are no rows, such as the mark with which old programs end a file', async () => {
    expect(await valuesOf('Field,Area (ha)\nTop,5\n\u200b,\u00a0\n\u001a')).toEqual([
      { name: 'Top', area: 5 },
    ])
  })

  test('under a header that says how its dates are written are read so, whatever the file and whoever sends it', async () => {
    const dateUnder = async (said: string) =>
      (await valuesOf(`Field,${said}\na,3/4/2026\nb,14/8/2026\n`))[0]?.date
    expect(await dateUnder('Date')).toBe('2026-04-03')
    expect(await dateUnder('Date (DD/MM/YYYY)')).toBe('2026-04-03')
    expect(await dateUnder('Date (MM/DD/YYYY)')).toBe('2026-03-04')
    expect(await dateUnder('Date mm/dd/yyyy')).toBe('2026-03-04')
    expect(await problemsOf('Field,Date (MM/DD/YYYY)\na,14/08/2026\nb,3/4/2026\n')).toEqual([
      '2 Date (MM/DD/YYYY) "14/08/2026" must be a date such as 2026-08-14 or 08/14/2026',
    ])
  })

  test('without a name over them are said not to be read', async () => {
    const { header } = await open('Field,,Soil,,\na,,clay,,\nb,,,wet,\u00a0\nc,seen,,dry,\n')
    expect(header.ignored).toEqual(['Soil', 'column B, without a name', 'column D, without a name'])
    const wide = await open(`Field${','.repeat(30)}\na${','.repeat(27)}x,,,\n`)
    expect(wide.header.ignored).toEqual(['column AB, without a name'])
  })

  test('that a spreadsheet could not work out are no text', async () => {
    const failed = [
      '#N/A',
      '#REF!',
      '#DIV/0!',
      '#NAME?',
      '#WERT!',
      '#ÜBERLAUF!',
      '#NV',
      '#N/D',
      'Err:502',
      '########',
    ]
    const reason = 'is what a spreadsheet shows for a formula that failed, or for a column that is too narrow'
    expect(await problemsOf(`Field\n${failed.join('\n')}\n`)).toEqual(
      failed.map((cell, index) => `${index + 2} Field ${JSON.stringify(cell)} ${reason}`),
    )
    expect(await problemsOf('Field\n#1\n#Top!\n#NORTH\n#N\n##\nErr: 1\n')).toEqual([])
  })

  test('of ten megabytes are named, and their rows alone', async () => {
    const problems = await problemsOf(
      `Field,Tags\na,"${'x'.repeat(10_000_000)}"\n${'y'.repeat(10_000_000)},z\nb,c\n`,
    )
    expect(problems).toEqual([
      `2 Tags "${'x'.repeat(100)}…" has 10,000,000 characters; a cell may have 10,000`,
      `3 Field "${'y'.repeat(100)}…" has 10,000,000 characters; a cell may have 10,000`,
    ])
  })
})

test.each([
  ['blanks', ' '],
  ['underscores', '_'],
])('a header of many %s is looked at no longer than it is', async (_what, character) => {
  const read = async (size: number) => {
    const long = `x${character.repeat(size)}`
    const { header } = await open(`Field,${long}y,${long}\nTop,1,2\n`)
    expect(header.ignored.length).toBeGreaterThan(0)
  }
  expect(await growthOf(read, 7_500)).toBeLessThan(SQUARE)
})
