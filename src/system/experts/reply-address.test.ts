import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, makeOrganisation } from '../../../test/factories.ts'
import { inTransaction } from '../../db/transaction.ts'
import { commandLineActor, setAccountStatus } from '../access/command-line.ts'
import { findReplyAddress } from './queries.ts'

// Whom an expert answers; that the mail says so is in experts.test.ts.

let service: TestApp
beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())

test('of owners who answer for a machine, one whom the operator keeps out is passed over', async () => {
  const farm = await makeOrganisation(service)
  const second = await addPerson(service, farm, 'owner')
  const now = service.clock.now()
  const { db } = service.database
  // Nobody stands behind what is done at the command line.
  const machine = await commandLineActor(db, farm.organisationId, now)
  expect(await findReplyAddress(db, machine)).toBe(farm.owner.email)
  const suspended = { email: farm.owner.email, status: 'suspended', now } as const
  await inTransaction(db, (trx) => setAccountStatus(trx, suspended))
  expect(await findReplyAddress(db, machine)).toBe(second.email)
})
