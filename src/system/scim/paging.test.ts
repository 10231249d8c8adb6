import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { askedDuring, type Asked } from '../../../test/asked.ts'
import { ok } from '../../../test/scene.ts'
import { filtered, makeDirectory, USERS } from './test-directory.ts'

const PEOPLE = 1000

/** How many statements, but for the one that looks at the caller's key again after a while. */
const withoutKeys = (asked: Asked[]) => asked.filter(({ text }) => !text.includes('api_keys')).length

test('a directory adds a thousand people, each by as many statements as the first, and reads them page by page', async () => {
  const app = await openTestApp()
  try {
    const { directory, person } = await makeDirectory(app)
    const { pool } = app.database
    const adding = async (number: number) => {
      const asked = await askedDuring(pool, async () => {
        const { status } = await directory.post(USERS, person(`worker-${number}`))
        expect(status).toBe(201)
      })
      return withoutKeys(asked)
    }
    const atFirst = await adding(0)
    for (let number = 1; number < PEOPLE - 1; number++)
      expect((await directory.post(USERS, person(`worker-${number}`))).status).toBe(201)
    expect(await adding(PEOPLE - 1)).toBe(atFirst)

    const names = new Set<string>()
    const statements = new Set<number>()
    for (let startIndex = 1; startIndex <= PEOPLE; startIndex += 200) {
      const asked = await askedDuring(pool, async () => {
        const page = ok(await directory.get(`${USERS}?startIndex=${startIndex}&count=500`))
        expect(page).toMatchObject({ totalResults: PEOPLE, startIndex, itemsPerPage: 200 })
        for (const { userName } of page.Resources) names.add(userName)
      })
      statements.add(withoutKeys(asked))
    }
    expect(names.size).toBe(PEOPLE)
    expect([...statements]).toHaveLength(1)
    const behind = ok(await directory.get(`${USERS}?startIndex=${PEOPLE + 1}`))
    expect(behind).toMatchObject({ totalResults: PEOPLE, itemsPerPage: 0, Resources: [] })
    const none = ok(await directory.get(`${USERS}?count=0&startIndex=-5`))
    expect(none).toMatchObject({ totalResults: PEOPLE, startIndex: 1, Resources: [] })
    const one = ok(await directory.get(filtered('externalId eq "id-of-worker-777"')))
    expect(one.Resources).toHaveLength(1)
  } finally {
    await app.close()
  }
}, 240_000)
