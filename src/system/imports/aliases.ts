import { sql, type Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { read, write, type Operation } from '../../http/operation.ts'
import { Acknowledgement, idParam, named, oneOf } from '../../http/validate/schema.ts'
import { fault, notFound, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { nameKey } from '../../kernel/names.ts'
import { paired } from '../../kernel/paired.ts'
import { appendEvent } from '../events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { subjects, type Columns, type Subject } from './columns.ts'
import { isNamedHere, withNames } from './header.ts'
import { foldHeader, type Mapping } from './mapping.ts'

/**
 * An organisation's own names for things, beside their names here: “what you call X is our Y”. They are given in a mapping, stored for the
 * organisation, and read so in every file from then on, whatever its header row.
 */

/** A word in cells, and what it stands for: the id of a store, a field, a business unit or a partner; the name of a commodity. */
export interface Alias {
  what: Subject
  word: string
  means: string
}

/** Facts known here about an alias. */
export interface ValidatedAlias {
  /** The present name of what is meant; undefined where nothing of the caller's is meant. */
  name: string | undefined
  /** Something here has the word for its name. That goes first, so that an export is read back as what it was made of. */
  isName: boolean
}

/** Judges aliases, in their order. */
export type ValidateAliases = (
  db: Kysely<Tables>,
  actor: Actor,
  aliases: readonly Alias[],
) => Promise<ValidatedAlias[]>

/** Meanings of an organisation's own words in files of one import. */
export interface CustomAliases {
  /** In cells: by what is named and by the key of the word, the name that stands for it here. */
  cells: ReadonlyMap<Subject, ReadonlyMap<string, string>>
  /** In headers: the words of each column. */
  headers: ReadonlyMap<string, readonly string[]>
}

/** More than a farm has words for: all of them are read with each file. */
const MOST_ALIASES = 2000

/**
 * The organisation's own words: those that were kept, and over them those that are sent.
 *
 * @throws Refusal `invalid_input` for a word that is a name here already, or that means nothing of the caller's
 */
export async function readAliases(
  db: Kysely<Tables>,
  actor: Actor,
  kind: string,
  { aliases: said = {} }: Mapping,
  judge: ValidateAliases,
): Promise<CustomAliases> {
  const rows = await selectAliases(db, actor).execute()
  const kept = rows.flatMap(({ what, word, means }) => (isSubject(what) ? [{ what, word, means }] : []))
  const sent = aliasesIn(said)
  const all = [...kept, ...sent]
  const judged = all.length === 0 ? [] : paired(all, await judge(db, actor, all))
  const faults = judged.slice(kept.length).flatMap(([alias, known]) => faultsOf(alias, known))
  const distinct = new Set(all.map(({ what, word }) => `${what} ${nameKey(word)}`))
  if (sent.length > 0 && distinct.size > MOST_ALIASES)
    faults.push(fault('mapping.aliases', message('hasTooManyWords', { limit: MOST_ALIASES }), 'maxItems'))
  refuseFaults(faults)
  const cells = new Map<Subject, Map<string, string>>()
  for (const [{ what, word }, { name, isName }] of judged) {
    if (name === undefined || isName) continue
    cells.set(what, (cells.get(what) ?? new Map<string, string>()).set(nameKey(word), name))
  }
  const ofColumns = rows.filter((row) => row.what === 'column' && row.kind === kind)
  const headers = Map.groupBy(ofColumns, ({ means }) => means)
  return {
    cells,
    headers: new Map([...headers].map(([column, its]) => [column, its.map(({ word }) => word)])),
  }
}

function aliasesIn(said: NonNullable<Mapping['aliases']>): Alias[] {
  return subjects.flatMap((what) =>
    Object.entries(said[what] ?? {}).map(([word, means]) => ({ what, word, means })),
  )
}

function isSubject(what: string): what is Subject {
  return subjects.some((each) => each === what)
}

function faultsOf({ what, word, means }: Alias, { name, isName }: ValidatedAlias): Fault[] {
  const path = `mapping.aliases.${what}`
  if (isName) return [fault(path, message('isNameAlready', { word }), 'duplicate')]
  return name === undefined ? [fault(path, message('isNothingOfYours', { given: means }), 'unknown')] : []
}

/** The columns of an import, under the organisation's own names as well. What a column of the import is called by itself goes first. */
export function withCustomHeaders<Of extends Columns>(
  columns: Of,
  { headers }: Pick<CustomAliases, 'headers'>,
  countryISO: string,
): Of {
  if (headers.size === 0) return columns
  const isOwn = (word: string) => !isNamedHere(columns, word, countryISO)
  return withNames(columns, new Map([...headers].map(([column, words]) => [column, words.filter(isOwn)])))
}

/** Keeps the words that were said of a file: those in its cells, and the headers that were named as one of our columns. */
export async function rememberAliases(
  trx: Transaction,
  { organisationId, userName, countryISO, now }: Actor,
  { kind, columns }: { kind: string; columns: Columns },
  { aliases = {}, columns: said = {} }: Mapping,
): Promise<void> {
  const words = aliasesIn(aliases).map((alias) => ({ ...alias, what: alias.what as string, kind: '' }))
  const headers = Object.entries(said).flatMap(([column, { from }]) =>
    from === undefined || foldHeader(from) === '' || isNamedHere(columns, from, countryISO)
      ? []
      : [{ what: 'column', kind, word: from, means: column }],
  )
  const rows = [...words, ...headers].flatMap(({ word, ...each }) => {
    const key = nameKey(word)
    return key === '' ? [] : [{ ...each, id: newId(), word, key }]
  })
  if (rows.length === 0) return
  await sql`
    insert into import_aliases (id, organisation_id, what, kind, word, word_key, means, made_by_name, made_at)
    select distinct on (what, kind, key) id, ${organisationId}::uuid, what, kind, word, key, means, ${userName}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as said (id uuid, what text, kind text, word text, key text, means text)
    on conflict (organisation_id, what, kind, word_key) do update
      set word = excluded.word, means = excluded.means, made_by_name = excluded.made_by_name, made_at = excluded.made_at
      where import_aliases.means <> excluded.means`.execute(trx)
}

function selectAliases(db: Kysely<Tables>, { organisationId }: Actor) {
  return db
    .selectFrom('import_aliases')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('made_at', 'desc')
    .orderBy('id')
}

const ImportAlias = named(
  'ImportAlias',
  {
    id: Type.String(),
    what: oneOf([...subjects, 'column'], 'What the word names; column: a header, of one import.'),
    kind: Type.String({ description: 'Of a column the import that has it; empty for words in cells.' }),
    word: Type.String({ description: 'As files have it.' }),
    means: Type.String({ description: 'The id of what is meant; the name of a commodity or a column.' }),
    name: Type.String({
      description:
        'What that is called now. Empty where it is not there any more, or where the word has become a name here: then it is not read.',
    }),
    madeBy: Type.String(),
    madeAt: Type.String({ format: 'date-time' }),
  },
  'A word of your organisation’s own in files, and what it stands for.',
)
type ImportAlias = Static<typeof ImportAlias>

/** The words that an organisation has of its own, and taking one away. */
export function aliasOperations(judge: ValidateAliases): Operation[] {
  return [
    read(
      {
        path: '/imports/aliases',
        title: 'List words of your own in files',
        description:
          'What your organisation calls its things in files, beside their names here, the newest first. Said in `mapping` of an import: in `aliases`, or as ' +
          'the `from` of a column. Every later file is read so, and each row says what was taken for what in `understood.taken`.',
        permission: 'imports:write',
        result: Type.Array(ImportAlias),
      },
      (db, actor) => listAliases(db, actor, judge),
    ),
    write(
      {
        method: 'DELETE',
        path: '/imports/aliases/:id',
        title: 'Forget a word of your own',
        description: 'Files that come from now on are not read by it. What was imported stays.',
        permission: 'imports:write',
        params: idParam('The word, as `GET /imports/aliases` lists it.'),
        result: Acknowledgement,
      },
      (trx, actor, { params }) => forgetAlias(trx, actor, params.id),
    ),
  ]
}

async function listAliases(db: Kysely<Tables>, actor: Actor, judge: ValidateAliases): Promise<ImportAlias[]> {
  const rows = await selectAliases(db, actor).execute()
  const inCells = rows.flatMap((row) => (isSubject(row.what) ? [{ ...row, what: row.what }] : []))
  const judged = new Map(
    inCells.length === 0
      ? []
      : paired(inCells, await judge(db, actor, inCells)).map(([{ id }, known]) => [id, known]),
  )
  return rows.map(({ id, what, kind, word, means, made_by_name: madeBy, made_at: madeAt }) => {
    const known = judged.get(id)
    const name = isSubject(what) ? (known?.isName ? '' : (known?.name ?? '')) : means
    const its = { id, kind, word, means, name, madeBy, madeAt: madeAt.toISOString() }
    return { ...its, what: isSubject(what) ? what : 'column' }
  })
}

async function forgetAlias(trx: Transaction, actor: Actor, id: string): Promise<Acknowledgement> {
  const gone = isId(id)
    ? await trx
        .deleteFrom('import_aliases')
        .where('id', '=', id)
        .where('organisation_id', '=', actor.organisationId)
        .returning(['word'])
        .executeTakeFirst()
    : undefined
  if (!gone) throw notFound('word', id)
  await appendEvent(trx, actor, { type: 'import.word_forgotten', subject: id, data: { word: gone.word } })
  return {
    status: 'success',
    message: render(message('wordWasForgotten', { word: gone.word }), actor),
  }
}
