import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareAskedApp } from './asked-app.ts'
import { isWrite, operationsOf, readDocuments } from './documents.ts'
import { verifyChain, chainedOrganisations } from '../src/system/audit/verify-chain.ts'
import { openScene } from './scene.ts'
import { credentialFor, partsOf, requestOf, send, withRequests } from './sending.ts'

// Every operation is asked once, and then the audit log is read: what it must have, and what it must not.

const PATIENCE = 300_000

/** Operations that write and are not told of: they change nothing that anybody would ask about. */
const ROUTINE = [
  // The command writes its entry, which has a pseudonym in place of the name.
  'POST /api/identity/me/step-up/challenge',
  'POST /api/identity/sign-in/passkey',
  'POST /api/identity/refresh',
  'POST /api/identity/browser-session/refresh',
  'POST /api/identity/browser-session/single-sign-on/begin',
  'POST /api/identity/invitations/look',
  'PUT /api/identity/me/preferences',
  'POST /api/inventory/settlements/try',
  'POST /api/inventory/storage/fields/measure',
  'PUT /api/system/conversations/{id}/read',
]

/** Members of a request or an answer whose value nobody else may see. */
const SECRET = /password|secret|token|^(code|key)$/i

/** Ids, such as the key of a job, and moments until which a secret is good. */
const NO_SECRET = /^[0-9a-f]{8}-|^\d{4}-\d\d-\d\dT/

function secretsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, each] of Object.entries(value)) {
    if (SECRET.test(name) && typeof each === 'string' && each.length >= 12 && !NO_SECRET.test(each))
      found.add(each)
    secretsIn(each, found)
  }
  return found
}

test(
  'each write leaves an entry, no secret is in any, and every chain is sound',
  { timeout: PATIENCE },
  async () => {
    const { service, externalToken } = await shareAskedApp()
    const { db } = service.database
    const secrets = new Set<string>()
    const silent: string[] = []
    const count = async () =>
      (
        await sql<{
          count: number
        }>`select (select count(*) from audit_pending) + (select count(*) from audit_entries) as count`.execute(
          db,
        )
      ).rows[0]?.count ?? 0
    for (const operation of withRequests(operationsOf(await readDocuments(service)))) {
      const request = requestOf(operation)
      const scene = await openScene(service, externalToken)
      const { headers, person } = await credentialFor(request, scene, 'owner')
      const parts = await partsOf(request, scene, person)
      const before = await count()
      const answer = await send(service, operation, parts, headers)
      if (answer.status === 200 && isWrite(operation) && (await count()) === before)
        silent.push(operation.key)
      secretsIn([parts.body, answer.body], secrets)
      for (const each of [
        ...Object.values(scene.farm.keys),
        scene.farm.owner.password,
        person?.password,
        person?.accessToken,
      ])
        if (each) secrets.add(each)
    }
    expect(silent.sort()).toEqual(ROUTINE.toSorted())
    await service.system.audit.chainAudit()
    const { rows } = await sql<{
      entry: string
    }>`select to_jsonb(e)::text as entry from audit_entries e`.execute(db)
    expect(rows.length).toBeGreaterThan(100)
    expect(secrets.size).toBeGreaterThan(100)
    const all = rows.map(({ entry }) => entry).join('\n')
    expect([...secrets].filter((each) => all.includes(each))).toEqual([])
    for (const id of await chainedOrganisations(db)) expect((await verifyChain(db, id)).fault).toBeUndefined()
  },
)
