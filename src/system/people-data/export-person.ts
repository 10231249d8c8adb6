import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { readColumns } from '../../db/catalog.ts'
import type { Database } from '../../db/open.ts'
import { inSnapshot, readBatches, type Client } from '../../db/snapshot.ts'
import type { Actor } from '../../http/actor.ts'
import type { Bytes } from '../../http/serve/send-bytes.ts'
import { notFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { granaryVersion } from '../../kernel/version.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { chainAudit } from '../audit/chain.ts'
import { personalKinds, personalTables, type PersonalTable } from './personal-columns.ts'
import { TITLES } from './personal-words.ts'
import { ensurePerson } from './people-only.ts'

/**
 * All that is kept about the caller, as one JSON file that says in words what each part is. It shows one moment, is written beside the
 * uploads that arrive, and is gone once it has been sent.
 *
 * @throws Refusal `forbidden` for an API key
 */
export async function exportPerson(
  { database, incoming }: { database: Database; incoming: string },
  actor: Actor,
): Promise<Bytes> {
  ensurePerson(actor)
  // What is in no chain yet is in no table that can be read.
  await chainAudit(database.db)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const id = newId()
  const file = path.join(incoming, `person-${id}`)
  try {
    await using handle = await open(file, 'wx', 0o600)
    await inSnapshot(database, (client) => writePerson(handle, client, actor))
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  const { size } = await stat(file)
  return {
    fileName: `granary-my-data-${actor.now.toISOString().slice(0, 10)}.json`,
    contentType: 'application/json',
    sizeBytes: size,
    version: id,
    open: ({ first, last }) => {
      const stream = createReadStream(file, { start: first, end: last })
      stream.once('close', () => void rm(file, { force: true }))
      return Promise.resolve(stream)
    },
  }
}

async function writePerson(file: FileHandle, client: Client, actor: Actor): Promise<void> {
  const { rows } = await client.query<{ name: string; email: string; isOnlyOfName: boolean }>(
    `select name, email, not exists (select from users o where o.id <> p.id and ${NAME('o')} = p.name) as "isOnlyOfName"
      from (select u.id, u.email, ${NAME('u')} as name from users u where u.id = $1 and u.erased_at is null) p`,
    [actor.userId],
  )
  const [person] = rows
  if (!person) throw notFound('user', actor.userId)
  // A cursor takes no parameters.
  for (const [setting, value] of Object.entries(person))
    await client.query('select set_config($1, $2, true)', [`granary.person_${setting}`, String(value)])
  const about = {
    format: 'granary-person',
    formatVersion: 1,
    granaryVersion: granaryVersion(),
    takenAt: actor.now.toISOString(),
    about: render(message('personalDataAbout', {}), actor),
  }
  await file.write(`${JSON.stringify(about).slice(0, -1)},"parts":[`)
  const tables = personalTables(await readColumns(client))
  for (const [index, kind] of personalKinds.entries()) {
    const part = { part: kind, about: render(TITLES[kind], actor) }
    await file.write(`${index > 0 ? ',' : ''}\n${JSON.stringify(part).slice(0, -1)},"tables":{`)
    const of = tables.filter((each) => each.kind === kind)
    await writeTables(file, client, [
      ...of.map((each): Read => ({ name: each.name, query: personalRows(each, actor.userId) })),
      ...(kind === 'messages' ? [{ name: 'jobs', query: waitingMails(actor.userId) }] : []),
    ])
    await file.write('}}')
  }
  await file.write(']}\n')
}

interface Read {
  name: string
  query: string
}

/** Writes the tables in which there is something, a row a line. */
async function writeTables(file: FileHandle, client: Client, reads: Read[]): Promise<void> {
  let written = 0
  for (const { name, query } of reads) {
    let rows = 0
    for await (const batch of readBatches(client, query)) {
      const before = rows > 0 ? ',\n' : `${written > 0 ? ',' : ''}\n${JSON.stringify(name)}:[\n`
      await file.write(`${before}${batch.join(',\n')}`)
      rows += batch.length
    }
    if (rows === 0) continue
    await file.write(']')
    written += 1
  }
}

/** As books and logs have it; `nameOfUser` is the same for statements with parameters. */
const NAME = (alias: string) =>
  `coalesce(nullif(trim(${alias}.given_name || ' ' || ${alias}.family_name), ''), ${alias}.email)`
const MY_NAME = `current_setting('granary.person_name')`
const ONLY_OF_NAME = `current_setting('granary.person_isOnlyOfName')::boolean`
const MY_EMAIL = `current_setting('granary.person_email')`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * The rows of a table in which a person stands, as `row` in JSON.
 *
 * @param userId checked to be an id
 */
export function personalRows(table: PersonalTable, userId: string): string {
  const me = `'${userId}'::uuid`
  const isMine = (column: string) => `${quoted(column)} = ${me}`
  const isMyName = ({ name, id }: PersonalTable['names'][number]) =>
    `(${quoted(name)} = ${MY_NAME} and (${id === undefined ? '' : `${isMine(id)} or `}${ONLY_OF_NAME}))`
  const isMyAddress = (column: string) =>
    `position(${MY_EMAIL} in lower(${quoted(column)})) > 0 or position('${userId}' in ${quoted(column)}) > 0`
  const where = [
    ...table.ids.map(isMine),
    ...table.names.map(isMyName),
    ...table.addresses.map(isMyAddress),
  ].join(' or ')
  if (table.name === 'audit_entries') return rowsOf(LOG_COLUMNS(me), table.name, where)
  const others = new Set([...table.ids, ...table.names.map(({ name }) => name), ...table.addresses])
  const shown = table.shown.filter((column) => table.isWhole || !others.has(column)).map(quoted)
  // In a row of the books others have a part, too.
  const own = table.isWhole
    ? []
    : [
        ...table.ids.map((column) => `case when ${isMine(column)} then ${me} end as ${quoted(column)}`),
        ...table.names.map(
          (each) => `case when ${isMyName(each)} then ${MY_NAME} end as ${quoted(each.name)}`,
        ),
        ...table.addresses.map(
          (column) => `case when ${isMyAddress(column)} then ${quoted(column)} end as ${quoted(column)}`,
        ),
      ]
  return rowsOf([...shown, ...own].join(', '), table.name, where)
}

/** Without what an organisation's entry says of others. */
const LOG_COLUMNS = (me: string) =>
  `organisation_id, sequence, at, actor_name, category, deed, subject_kind, subject_id, outcome, address, user_agent, actor_id = ${me} as "isMine"`

/** Mails on their way; what they say may hold a secret. */
const waitingMails = (userId: string) =>
  rowsOf(
    'id, kind, status, created_at',
    'jobs',
    `status <> 'done' and (position('${userId}' in payload::text) > 0 or position(${MY_EMAIL} in lower(payload::text)) > 0)`,
  )

function rowsOf(columns: string, table: string, where: string): string {
  return `select row_to_json(r)::text as row from (select ${columns} from ${quoted(table)} where ${where}) r`
}
