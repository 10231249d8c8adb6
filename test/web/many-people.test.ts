import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hasBrowser, openPage, signIn } from './browser.ts'
import { useConsole } from './use-console.ts'

const ALL = 500
const PAGE = 50

describe.runIf(hasBrowser)('an organisation of 500 people', () => {
  const used = useConsole()

  test.each([
    ['a phone', true],
    ['a desktop', false],
  ])('is shown a page at a time on %s, and each is found', async (name, isPhone) => {
    const { served } = used
    await addPeople()
    const watched = await openPage(used.browser, served, { isPhone })
    const { page } = watched
    await signIn(watched, served, '/settings/people')
    const people = page.getByRole('listitem').filter({ hasText: '@' })
    await page.getByRole('button', { name: /^Show more \(50 of 5\d\d\)$/ }).waitFor()
    expect(await people.count()).toBe(PAGE)
    await watched.expectLooks(`many people on ${name}`)
    await page.getByRole('button', { name: /^Show more/ }).click()
    await expect.poll(() => people.count()).toBe(2 * PAGE)
    await page.getByLabel('Find a person').fill('worker 437')
    await expect.poll(() => people.count()).toBe(1)
    await page.getByLabel('Find a person').fill('nobody of this name')
    await page.getByText('Nobody is found by this.').waitFor()

    await page.goto(`${served.url}/settings/audit`)
    await page.locator('#audit').waitFor()
    const rows = page.locator('#content li')
    await expect.poll(() => rows.count()).toBeGreaterThan(0)
    expect(await rows.count()).toBeLessThanOrEqual(2 * PAGE)
    await watched.expectSound()
  })

  /** Adds people until there are 500, and as many entries of the audit log. */
  async function addPeople(): Promise<void> {
    const { db, ask } = used.served
    const { organisation } = await ask('GET', '/api/identity/me')
    await sql`
      with made as (
        insert into users (id, email, given_name, family_name, password_hash, created_at)
        select gen_random_uuid(), 'worker-' || n || '@big.example', 'Zoe', 'Worker ' || lpad(n::text, 3, '0'), 'none', now()
        from generate_series(1, ${ALL}) n on conflict do nothing returning id
      ), joined as (
        insert into memberships (organisation_id, user_id, role, created_at) select ${organisation.id}, id, 'viewer', now() from made
        returning user_id
      )
      insert into audit_pending (organisation_id, entry)
      select ${organisation.id}, json_build_object('organisationId', ${organisation.id}::text, 'at', '2026-08-14T08:30:00.000Z', 'actor', 'operator',
        'actorId', null, 'actorName', '', 'address', '', 'userAgent', '', 'requestId', '', 'category', 'operator', 'deed', 'operator.userCreate',
        'subjectKind', 'users', 'subjectId', user_id::text, 'outcome', 'done', 'before', null, 'after', null)::text from joined`.execute(
      db,
    )
  }
})
