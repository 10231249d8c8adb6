import { expect, test } from 'vitest'
import { openTestApp } from '../../../test/app.ts'
import { askedDuring } from '../../../test/asked.ts'
import { ok } from '../../../test/scene.ts'
import { filtered, makeDirectory, USERS } from './test-directory.ts'

const PEOPLE = 1000

test('a directory adds a thousand people, each by as many statements as the first, and reads them page by page', async () => {
  const app = await openTestApp()
  try {
    const { directory, person } = await makeDirectory(app)
    const { pool } = app.database
    // The caller's key is looked at again after a while, and not between two requests that follow each other.
    const lookAtKey = () => directory.get(`${USERS}?count=0`)
    const adding = async (number: number) => {
      await lookAtKey()
      const asked = await askedDuring(pool, async () => {
        const { status } = await directory.post(USERS, person(`worker-${number}`))
        expect(status).toBe(201)
      })
      return asked.length
    }
    const atFirst = await adding(0)
    for (let number = 1; number < PEOPLE - 1; number++)
      expect((await directory.post(USERS, person(`worker-${number}`))).status).toBe(201)
    expect(await adding(PEOPLE - 1)).toBe(atFirst)

    const names = new Set<string>()
    const statements = new Set<number>()
    for (let startIndex = 1; startIndex <= PEOPLE; startIndex += 200) {
      const readPage = async () => {
        const page = ok(await directory.get(`${USERS}?startIndex=${startIndex}&count=500`))
        expect(page).toMatchObject({ totalResults: PEOPLE, startIndex, itemsPerPage: 200 })
        for (const { userName } of page.Resources) names.add(userName)
      }
      // What the service does beside requests, such as to chain the audit log, is asked of the same pool now and then.
      const asked = [
        await askedDuring(pool, readPage),
        await askedDuring(pool, readPage),
        await askedDuring(pool, readPage),
      ]
      statements.add(Math.min(...asked.map((each) => each.length)))
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
