import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import { readConfig } from '../config.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import { isId } from '../kernel/ids.ts'
import { exportOrganisation } from '../system/archives/export-organisation.ts'
import { importOrganisation } from '../system/archives/import-organisation.ts'
import { chainAudit } from '../system/audit/chain.ts'
import { deleteOrganisation } from '../system/organisation-deletion/delete-organisation.ts'
import { auditOperator } from '../system/audit/operator-entries.ts'
import { message } from '../words/catalogue.ts'
import { filesOf } from './backup/source.ts'
import { command, CommandRefused, inOneLine, say, warn } from './command.ts'
import { ensureUpToDate, withDatabase } from './with-database.ts'

export const exportOrganisationCommand = command(
  {
    name: 'organisation export',
    summary: message('summaryOfOrganisationExport', {}),
    usage: '<name or id> --to <file> [--json]',
    help: message('helpOfOrganisationExport', {}),
    options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
    needed: ['to'],
    operands: ['organisation'],
  },
  async ({ to = '', json }, typed = '') => {
    const config = readConfig()
    const target = path.resolve(to)
    await withDatabase(
      async (database) => {
        const organisationId = await organisationMeant(database.db, typed)
        const now = new Date()
        const { store } = filesOf(config)
        const manifest = await exportOrganisation({ database, store, now }, organisationId, target)
        await inTransaction(database.db, async (trx) =>
          auditOperator(trx, {
            deed: 'operator.organisationExport',
            now,
            organisationIds: [organisationId],
            subjectKind: 'organisations',
            subjectId: organisationId,
          }),
        )
        const { organisation, figures, missingFiles } = manifest
        if (json) return say(JSON.stringify({ file: target, organisation, figures, missingFiles }))
        for (const id of missingFiles) warn(message('fileIsNotInArchive', { id }))
        say(
          message('organisationIsExported', { name: inOneLine(organisation.name), file: target, ...figures }),
        )
      },
      { prepare: ensureUpToDate },
    )
  },
)

export const importOrganisationCommand = command(
  {
    name: 'organisation import',
    summary: message('summaryOfOrganisationImport', {}),
    usage: '<file> [--json]',
    help: message('helpOfOrganisationImport', {}),
    options: { json: { type: 'boolean', default: false } },
    operands: ['file'],
  },
  async ({ json }, file = '') => {
    const config = readConfig()
    await withDatabase(async (database) => {
      const now = new Date()
      const imported = await importOrganisation({ database, files: filesOf(config), now }, path.resolve(file))
      const { organisation, figures, newPeople, missingFiles } = imported
      await inTransaction(database.db, async (trx) =>
        auditOperator(trx, {
          deed: 'operator.organisationImport',
          now,
          organisationIds: [organisation.id],
          subjectKind: 'organisations',
          subjectId: organisation.id,
        }),
      )
      if (json) return say(JSON.stringify(imported))
      for (const id of missingFiles) warn(message('fileIsNotInArchive', { id }))
      say(message('organisationIsImported', { name: inOneLine(organisation.name), ...figures }))
      if (newPeople.length > 0) say(message('peopleAreNew', { emails: newPeople.join(', ') }))
    })
  },
)

export const deleteOrganisationCommand = command(
  {
    name: 'organisation delete',
    summary: message('summaryOfOrganisationDelete', {}),
    usage: '<name or id> --confirm <name>',
    help: message('helpOfOrganisationDelete', {}),
    options: { confirm: { type: 'string' } },
    needed: ['confirm'],
    operands: ['organisation'],
  },
  async ({ confirm = '' }, typed = '') => {
    await withDatabase(
      async (database) => {
        const organisationId = await organisationMeant(database.db, typed)
        const { rows } = await sql<{
          name: string
        }>`select name from organisations where id = ${organisationId}`.execute(database.db)
        const name = rows[0]?.name
        if (name === undefined) throw new CommandRefused(message('noSuchOrganisation', { name: typed }))
        if (confirm !== name) throw new CommandRefused(message('confirmationIsOtherName', { name }))
        const deleted = await deleteOrganisation(database, organisationId, {
          now: new Date(),
          onlyIfDue: false,
        })
        await chainAudit(database.db)
        say(message('organisationIsDeleted', { name: inOneLine(name), auditHead: deleted?.auditHead ?? '' }))
      },
      { prepare: ensureUpToDate },
    )
  },
)

/**
 * The id of the organisation that somebody typed, by id or name.
 *
 * @throws CommandRefused where there is none of that name, or several
 */
export async function organisationMeant(db: Kysely<Tables>, typed: string): Promise<string> {
  if (isId(typed)) return typed.toLowerCase()
  const { rows } = await sql<{ id: string }>`
    select id::text as id from organisations where lower(name) = lower(${typed}) order by id limit 2`.execute(
    db,
  )
  if (rows.length > 1) throw new CommandRefused(message('organisationsAreSeveral', { name: typed }))
  if (!rows[0]) throw new CommandRefused(message('noSuchOrganisation', { name: typed }))
  return rows[0].id
}
