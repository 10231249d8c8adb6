import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type Answer, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { makePlatformAdmin, openScene } from '../../../test/scene.ts'

const SYSTEM = '/api/system/commodities/varieties/import'
const INVENTORY = '/api/inventory/imports/varieties'

let service: TestApp
let admin: Client
beforeAll(async () => {
  service = await openTestApp()
  admin = (await makePlatformAdmin(await openScene(service))).client
})
afterAll(() => service.close())
beforeEach(async () => {
  await service.database.db.deleteFrom('variety_lists').execute()
})

function send(client: Client, url: string, file: string): Promise<Answer> {
  const form = new FormData()
  form.append('file', new Blob([file], { type: 'text/csv' }), 'varieties.csv')
  return client.post(url, form)
}

interface Commodity {
  items: { name: string; types: { name: string; grades: { name: string; varieties: string[] }[] }[] }[]
}

/** The varieties of a grade, as everybody sees them. */
async function varietiesOf(
  grade: string,
  countryISO = 'GB',
  url = '/api/system/commodities',
): Promise<string[]> {
  const { body }: { body: Commodity[] } = await service.client().get(`${url}?countryISO=${countryISO}`)
  const wheat = body.flatMap(({ items }) => items).find(({ name }) => name === 'Wheat')
  const winter = wheat?.types.find(({ name }) => name === 'Winter')
  return winter?.grades.find(({ name }) => name === grade)?.varieties ?? []
}

const header = 'Country,Commodity,Type,Grade,Variety\n'

test.each([SYSTEM, INVENTORY])(
  '%s: grades that the file names have its varieties, and no others',
  async (url) => {
    const feed = await varietiesOf('Feed')
    const answer = await send(
      admin,
      url,
      `${header}GB,Wheat,Winter,Group 1,Skyfall\n,Winter wheat,,group 1,New Hope\nGB,Wheat,Winter,Group 1,new hope\nGB,Wheat,Winter,Group 2,\n`,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: { success: 2, unchanged: 2, validation: 0, errors: 0 },
    })
    expect(answer.body.results.map(({ status }: { status: string }) => status)).toEqual([
      'unchanged',
      'success',
      'unchanged',
      'success',
    ])
    for (const place of ['/api/system/commodities', '/api/inventory/commodities']) {
      expect(await varietiesOf('Group 1', 'GB', place)).toEqual(['Skyfall', 'New Hope', 'Mixed'])
      expect(await varietiesOf('Group 2', 'GB', place)).toEqual(['Mixed'])
      expect(await varietiesOf('Feed', 'GB', place)).toEqual(feed)
    }
    const farm = (await makeOrganisation(service)).as('viewer')
    const suggested = await farm.get('/api/inventory/varieties/suggest?query=new%20ho')
    expect(suggested.body).toEqual([{ key: 'New Hope', value: 'New Hope' }])
    const settings = await farm.get('/api/system/settings/GB')
    expect(JSON.stringify(settings.body.commodities)).toContain('New Hope')
  },
)

test('a grade without varieties is unchanged the second time', async () => {
  const file = `${header}GB,Wheat,Winter,Group 2,\n`
  const outcome = async () => {
    const { body } = await send(admin, SYSTEM, file)
    return [body.success, body.results[0].status, body.results[0].summary]
  }
  expect(await varietiesOf('Group 2')).not.toEqual(['Mixed'])
  expect(await outcome()).toEqual([1, 'success', expect.stringContaining('only the varieties')])
  expect(await varietiesOf('Group 2')).toEqual(['Mixed'])
  expect(await outcome()).toEqual([0, 'unchanged', expect.stringContaining('before')])
})

test('the same file sent again changes nothing, and a later one overwrites it', async () => {
  const file = `${header}GB,Wheat,Winter,Group 1,Skyfall\nGB,Wheat,Winter,Group 1,New Hope\nGB,Wheat,Winter,Group 1,Mixed\n`
  const countEvents = async () => {
    const events = service.database.db.selectFrom('events').select('type')
    return (await events.where('type', '=', 'varieties.imported').execute()).length
  }
  await send(admin, SYSTEM, file)
  const told = await countEvents()
  const again = await send(admin, SYSTEM, file)
  expect(again.body.results.map(({ status }: { status: string }) => status)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
  ])
  expect(await countEvents()).toBe(told)
  await send(admin, SYSTEM, `${header}GB,Wheat,Winter,Group 1,Other\n`)
  expect(await varietiesOf('Group 1')).toEqual(['Other', 'Mixed'])
})

test('settings that were read before have them at once', async () => {
  const settings = async () => JSON.stringify((await admin.get('/api/system/settings/GB')).body.commodities)
  expect(await settings()).not.toContain('Bumblebee')
  await send(admin, SYSTEM, `${header}GB,Wheat,Winter,Group 1,Bumblebee\n`)
  expect(await settings()).toContain('Bumblebee')
})

test('bad rows are named, and do not touch the lists', async () => {
  const before = await varietiesOf('Group 1')
  const answer = await send(
    admin,
    SYSTEM,
    `${header}XX,Wheat,Winter,Group 1,a\nGB,Grass,Winter,Group 1,a\nGB,Wheat,Odd,Group 1,a\nGB,Wheat,Winter,Group 9,a\nFR,Wheat,Winter,Group 1,a\nGB,Wheat,Winter,Group 1,${'x'.repeat(101)}\nGB,Wheat,Winter,,a\n`,
  )
  expect(answer.body).toMatchObject({ success: 0, validation: 7 })
  const columns = answer.body.results.map(({ problems }: { problems: { column: string }[] }) =>
    problems.map(({ column }) => column),
  )
  expect(columns).toEqual([
    ['Country'],
    ['Commodity'],
    ['Type'],
    ['Grade'],
    ['Grade'],
    ['Variety'],
    ['Grade'],
  ])
  expect(await varietiesOf('Group 1')).toEqual(before)
})

test('a type is the one that the commodity says, if it says one', async () => {
  const before = await varietiesOf('Group 1')
  const { body } = await send(
    admin,
    SYSTEM,
    `${header}GB,Winter wheat,Spring,Group 1,a\nGB,Wheat,Odd,Group 1,a\nGB,Wheat,,Group 1,a\n`,
  )
  expect(body.results.map(({ message }: { message: string[] }) => message)).toEqual(
    [
      'Type: is Spring, and “Winter wheat” is Winter: put one of them right',
      'Type: is not a type of Wheat: there are Winter, Spring',
      'Type: is needed: there are Winter, Spring',
    ].map((reason) => [reason, expect.stringMatching(/^Put the row right in the whole file and send that/)]),
  )
  expect(await varietiesOf('Group 1')).toEqual(before)
})

test.each([
  ['operator', 'nowhere'],
  ['manager', 'where they are'],
] as const)('a platform admin who is %s is sent %s for the bad rows', async (role, where) => {
  const person = await makePlatformAdmin(await openScene(service))
  await service.database.db
    .updateTable('memberships')
    .set({ role })
    .where('user_id', '=', person.userId)
    .execute()
  const { body } = await send(person.client, SYSTEM, `${header}GB,Wheat,Winter,Group 9,a\n`)
  expect(body.validation).toBe(1)
  expect(body.errorsUrl === '').toBe(where === 'nowhere')
  if (body.errorsUrl !== '') expect((await person.client.get(body.errorsUrl)).body).toContain('Group 9')
})

test('a dry run stores nothing', async () => {
  const before = await varietiesOf('Group 1')
  const answer = await send(admin, `${SYSTEM}?dryRun=true`, `${header}GB,Wheat,Winter,Group 1,New Hope\n`)
  expect(answer.body).toMatchObject({ success: 1, importId: '' })
  expect(await varietiesOf('Group 1')).toEqual(before)
})

test('a list of a thousand rows is one list, and what is exported can be sent back', async () => {
  const rows = Array.from({ length: 1200 }, (_each, index) => `GB,Wheat,Winter,Group 1,Variety ${index}`)
  await send(admin, SYSTEM, header + rows.join('\n'))
  expect(await varietiesOf('Group 1')).toHaveLength(1201)
  const exported = await admin.get(`${SYSTEM}/export`)
  const answer = await send(admin, SYSTEM, exported.body)
  expect(answer.body).toMatchObject({ validation: 0, errors: 0, unchanged: answer.body.totalRows })
  expect(await varietiesOf('Group 1')).toHaveLength(1201)
  expect((await admin.get(`${SYSTEM}/export`)).body).toBe(exported.body)
})

test('is for who runs the installation, and nobody else', async () => {
  const farm = await makeOrganisation(service)
  for (const url of [SYSTEM, INVENTORY]) {
    const answer = await send(farm.as('owner'), url, `${header}GB,Wheat,Winter,Group 1,Mine\n`)
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await farm.as('owner').get(`${url}/export`)).status).toBe(403)
  }
})

test('a file that names the quotation mark as its delimiter is refused', async () => {
  const { status, body } = await send(
    admin,
    SYSTEM,
    'sep="\nCommodity"Grade"Variety\nWheat"Group 1"Skyfall\n',
  )
  expect([status, body.code, body.validation[0]?.path]).toEqual([400, 'invalid_input', 'file'])
})
