import { readColumns, type CatalogColumn } from '../../db/catalog.ts'
import type { Client } from '../../db/snapshot.ts'

/** A table whose rows belong to organisations, and are in an organisation's archive. */
export interface OrganisationTable {
  name: string
  /** The column with the organisation's id. */
  tenant: string
  /** Columns that are carried: all but those that the database makes from others. */
  columns: CatalogColumn[]
}

/** Names of the column that says whose a row is, in the order in which they are looked for. */
const TENANT_COLUMNS = ['organisation_id', 'storer_id', 'keeper_id']

const OF_INSTALLATION = 'It belongs to the installation, not to an organisation.'
const OF_PERSON =
  'It belongs to a person, who may be in several organisations and has an export of their own.'
const SECRET = 'It holds or stands for a secret of this installation; it is set up anew.'
const MADE_ANEW = 'The service makes it anew from what is carried.'
const MAILS = 'It mails people of this installation, who may be others elsewhere; it is set up anew.'
const PASSES = 'It is kept for days at most, for requests and listeners of this installation.'

/**
 * Tables that an organisation's archive leaves out, each with its reason. Every table is either here or has a column with its
 * organisation; a test refuses a new one that is neither.
 */
export const LEFT_OUT: Record<string, string> = {
  api_keys: SECRET,
  audit_deliveries: OF_INSTALLATION,
  audit_pending: 'It is chained into audit_entries before the archive is written.',
  backup_runs: OF_INSTALLATION,
  chore_turns: OF_INSTALLATION,
  code_apps: OF_PERSON,
  confirmations: 'Other organisations answered them here; in an archive they are external names.',
  conversation_messages: OF_PERSON,
  conversation_reports: OF_PERSON,
  conversations: OF_PERSON,
  counterparties: 'They are decisions about organisations of this installation.',
  deleted_organisations: OF_INSTALLATION,
  email_changes: OF_PERSON,
  event_streams: PASSES,
  events: PASSES,
  external_identities: OF_PERSON,
  factor_challenges: OF_PERSON,
  factor_resets: SECRET,
  idempotency_keys: PASSES,
  invitations: SECRET,
  jobs: OF_INSTALLATION,
  kept_searches: MADE_ANEW,
  known_networks: OF_PERSON,
  logging_settings: OF_INSTALLATION,
  notices: OF_INSTALLATION,
  organisation_deletions: 'A wish to be deleted here is none to be deleted elsewhere.',
  organisation_exports: PASSES,
  passkeys: OF_PERSON,
  password_resets: OF_PERSON,
  personal_events: OF_PERSON,
  postcodes: OF_INSTALLATION,
  recovery_codes: OF_PERSON,
  report_mailing_recipients: MAILS,
  report_mailings: MAILS,
  search_changes: MADE_ANEW,
  search_heads: MADE_ANEW,
  sessions: SECRET,
  setup_codes: OF_INSTALLATION,
  short_links: OF_INSTALLATION,
  sign_in_failures: OF_PERSON,
  signing_keys: SECRET,
  unfinished_files: OF_INSTALLATION,
  users: 'Of its people the archive has a part of its own, with names and addresses and no secret.',
  variety_lists: OF_INSTALLATION,
  vault: SECRET,
  webhook_deliveries: PASSES,
  webhooks: SECRET,
}

/** The tables that an organisation's archive carries, by name, and those that are neither carried nor left out. */
export async function organisationTables(
  client: Client,
): Promise<{ carried: OrganisationTable[]; unknown: string[] }> {
  const carried: OrganisationTable[] = []
  const unknown: string[] = []
  for (const [name, columns] of Map.groupBy(await readColumns(client), ({ table }) => table)) {
    if (name in LEFT_OUT) continue
    const tenant = name === 'organisations' ? 'id' : tenantOf(columns)
    if (tenant === undefined) unknown.push(name)
    else carried.push({ name, tenant, columns: columns.filter(({ generated }) => generated !== 'stored') })
  }
  return { carried, unknown }
}

/** The column by which a table's rows belong to an organisation; undefined where it has none. */
export function tenantOf(columns: CatalogColumn[]): string | undefined {
  return TENANT_COLUMNS.find((name) => columns.some((each) => each.name === name && each.type === 'uuid'))
}

/** A name as SQL takes it. Names come from the catalog. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * The rows of an organisation in a table, each as a JSON object in a column called `row`. Other organisations in them become external names:
 * where a text column has an id, it gets another one that is an id of no organisation.
 *
 * @param organisationId checked to be an id
 */
export function rowsQuery(table: OrganisationTable, organisationId: string): string {
  const { name, tenant, columns } = table
  const selected = columns.map((each) => `${valueOf(table, each, organisationId)} as ${quoted(each.name)}`)
  return `select row_to_json(r)::text as row from (
    select ${selected.join(', ')} from ${quoted(name)} t where t.${quoted(tenant)} = '${organisationId}'::uuid) r`
}

/** Begins the id of a partner that was another organisation where an archive was written. */
export const EXTERNAL = 'partner-'

function valueOf(table: OrganisationTable, { name }: CatalogColumn, organisationId: string): string {
  const column = `t.${quoted(name)}`
  // Whose stock it is, is not to be confirmed by whoever is a name alone.
  if (name === 'confirmation') return 'null::text'
  // Nobody else is here to see them.
  if (table.name === 'files' && name === 'organisations') return `'{}'::text[]`
  if (!partyColumns(table).includes(name)) return column
  return `case when exists (select from organisations o where o.id::text = ${column} and o.id <> '${organisationId}'::uuid)
    then '${EXTERNAL}' || ${column} else ${column} end`
}

/** The columns of a table that may name another organisation by its id. */
function partyColumns({ name: table, columns }: OrganisationTable): string[] {
  const names = columns.filter(({ type }) => type === 'text').map(({ name }) => name)
  return names.filter((name) => name.endsWith('_id') || (table === 'import_aliases' && name === 'means'))
}

/** Other organisations that the rows of one name, with id and name: those that become external names. */
export function othersQuery(tables: OrganisationTable[], organisationId: string): string {
  const named = tables.flatMap((table) =>
    partyColumns(table).map(
      (column) =>
        `select t.${quoted(column)} as id from ${quoted(table.name)} t where t.${quoted(table.tenant)} = '${organisationId}'::uuid`,
    ),
  )
  return `select o.id::text as id, o.name from organisations o where o.id <> '${organisationId}'::uuid and o.id::text in (${named.join(' union ')}) order by 1`
}
