import type { CatalogColumn } from '../../db/catalog.ts'

// Where people stand in the database. Their export reads it from here and their erasure writes there, so that a new table is in both.

/** Parts of what is kept about a person, in the order in which they are shown. */
export const personalKinds = [
  'account',
  'signIn',
  'memberships',
  'messages',
  'files',
  'books',
  'log',
] as const
export type PersonalKind = (typeof personalKinds)[number]

/** Tables whose rows are a person's alone, and the column with their id. They go when the person is erased. */
export const PRIVATE_TABLES: Record<string, string> = {
  sessions: 'user_id',
  code_apps: 'user_id',
  passkeys: 'user_id',
  recovery_codes: 'user_id',
  email_changes: 'user_id',
  factor_challenges: 'user_id',
  factor_resets: 'user_id',
  password_resets: 'user_id',
  external_identities: 'user_id',
  provider_identities: 'user_id',
  personal_events: 'recipient_id',
  preferences: 'user_id',
  report_mailing_recipients: 'user_id',
  memberships: 'user_id',
}

/** The parts that tables belong to; all others are books, in which somebody did something. */
const KINDS: Record<string, PersonalKind> = {
  users: 'account',
  ...Object.fromEntries(Object.keys(PRIVATE_TABLES).map((table) => [table, 'signIn'])),
  sign_in_failures: 'signIn',
  known_networks: 'signIn',
  memberships: 'memberships',
  invitations: 'memberships',
  preferences: 'memberships',
  report_mailing_recipients: 'memberships',
  personal_events: 'messages',
  conversations: 'messages',
  conversation_messages: 'messages',
  conversation_reports: 'messages',
  expert_questions: 'messages',
  files: 'files',
  audit_entries: 'log',
}

/** Tables of which a person gets whole rows, but for secrets; of all others what identifies the row, its moments and their own name. */
const WHOLE = new Set([
  ...Object.keys(PRIVATE_TABLES),
  'users',
  'sign_in_failures',
  'known_networks',
  'conversations',
  'conversation_messages',
  'expert_questions',
  'files',
])

/** Columns that refer to a person by id. */
const IDS = /_by$|(^|_)user_id$|^(recipient|actor)_id$|_member_id$|^against$|^break_glass$/
/** Columns with the name of whoever did something, and nothing else. */
export const NAME_COLUMNS = /(^|_)(by_name|user_name|actor_name)$|^against_name$/
/** Columns that have an e-mail address in them. */
const ADDRESSES = /(^|_)email$|^reply_to$/
/** Tables whose `subject` stands for an account that may not be known: an address or an id, with a word before it. */
const SUBJECTS = new Set(['sign_in_failures', 'known_networks'])
/** Columns that sign somebody in, in whatever form. */
const SECRET = /hash|secret|sealed|challenge|public_key|credential/

/** A table in which people stand. */
export interface PersonalTable {
  name: string
  kind: PersonalKind
  /** True where the rows are read whole. */
  isWhole: boolean
  /** Columns with the id of a person. */
  ids: string[]
  /** Columns with a person's name, each with the column of the id beside it where there is one. */
  names: { name: string; id: string | undefined }[]
  /** Columns with an e-mail address. */
  addresses: string[]
  /** Columns that leave with the person's export. */
  shown: string[]
}

/** The tables in which people stand, of all columns that there are. */
export function personalTables(columns: CatalogColumn[]): PersonalTable[] {
  return [...Map.groupBy(columns, ({ table }) => table)].flatMap(([name, of]) => {
    const table = personalTable(name, of)
    return table.ids.length + table.names.length + table.addresses.length > 0 ? [table] : []
  })
}

function personalTable(name: string, columns: CatalogColumn[]): PersonalTable {
  const texts = columns.filter(({ type, generated }) => type === 'text' && generated !== 'stored')
  const ids = columns.filter(
    (each) => each.type === 'uuid' && (IDS.test(each.name) || (name === 'users' && each.name === 'id')),
  )
  const isWhole = WHOLE.has(name)
  const names = texts.filter((each) => NAME_COLUMNS.test(each.name))
  const isShown = ({ name: column, type }: CatalogColumn) =>
    isWhole
      ? type !== 'bytea' && !SECRET.test(column)
      : column === 'id' || column.endsWith('_id') || type.startsWith('timestamp')
  return {
    name,
    kind: KINDS[name] ?? 'books',
    isWhole,
    ids: ids.map((each) => each.name),
    names: names.map((each) => ({ name: each.name, id: idBeside(each.name, columns) })),
    addresses: texts
      .map((each) => each.name)
      .filter((column) => ADDRESSES.test(column) || (SUBJECTS.has(name) && column === 'subject')),
    shown: columns.filter(isShown).map((each) => each.name),
  }
}

/** The column with the id of whoever a column names: `recorded_by` beside `recorded_by_name`, `user_id` beside `user_name`. */
export function idBeside(name: string, columns: CatalogColumn[]): string | undefined {
  const stem = name.replace(/_name$/, '')
  return columns.find((each) => each.type === 'uuid' && (each.name === stem || each.name === `${stem}_id`))
    ?.name
}
