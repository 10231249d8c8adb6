import type { Actor } from '../../../http/actor.ts'
import { isId } from '../../../kernel/ids.ts'
import { nameKey } from '../../../kernel/names.ts'
import { message } from '../../../words/catalogue.ts'
import { problemAt, type Problem, type Row } from '../../../system/imports/imports.ts'
import type { NamedParties, Party } from '../../partners/parties.ts'
import type { NamedPlace } from '../existing-places.ts'
import type { MissingOf } from '../missing.ts'
import { choiceWords, chosen } from './trade-choices.ts'

/** Cells that contracts and orders share, read one by one. */

type AnyRow = Row & { values: Record<string, unknown> }

/** Reads a cell that chooses one of a few words; a problem where it says another. */
export function readChoice<Code extends string>(
  row: Row,
  column: string,
  choices: Record<Code, { en: string; de: string; fr: string }>,
  { language }: Pick<Actor, 'language'>,
): { code: Code | undefined; problems: Problem[] } {
  const cell = (row as AnyRow).values[column]
  if (typeof cell !== 'string') return { code: undefined, problems: [] }
  const code = chosen(choices, cell)
  const reason = message('isNoneOfWords', { words: choiceWords(choices, language) })
  return { code, problems: code === undefined ? [problemAt(row, column, reason, 'enum')] : [] }
}

/** The partner that a row names, if it is known. Somebody new is made with the row where the run may; otherwise it is a problem. */
export function readPartner(
  row: Row & { values: { partner?: string; partnerId?: string } },
  parties: NamedParties,
  isMade: boolean,
): {
  named: { id?: string; name?: string }
  party: Party | undefined
  missing: MissingOf
  problems: Problem[]
} {
  const named = namedPartner(row)
  const party = parties.find(named)
  const name = named.name ?? named.id
  if (party || name === undefined) return { named, party, missing: [], problems: [] }
  const column = named.name === undefined ? 'partnerId' : 'partner'
  const problems = isMade ? [] : [problemAt(row, column, message('partyIsUnknown', {}), 'unknown')]
  return { named, party, missing: [{ what: 'partners', name, isMade }], problems }
}

export function namedPartner({ values }: Row & { values: { partner?: string; partnerId?: string } }) {
  const { partner: name, partnerId: id } = values
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
}

/** The one store of ours that a row names. */
export function readStore(
  row: Row,
  places: NamedPlace[],
): { store: NamedPlace | undefined; problems: Problem[] } {
  if ((row as AnyRow).values['store'] === undefined) return { store: undefined, problems: [] }
  const [store, another] = places
  if (store && !another) return { store, problems: [] }
  const reason = store
    ? message('isNameOfSeveral', { count: places.length })
    : message('isNoPlaceOfYours', { what: 'stores' })
  return { store: undefined, problems: [problemAt(row, 'store', reason, store ? 'ambiguous' : 'unknown')] }
}

/** Numbers by which contracts and orders of rows may be known already: ids, and references in small letters. */
export function numbersOf(
  rows: (Row & { values: { reference?: string; partnerReference?: string } })[],
  ids: (string | undefined)[],
) {
  const small = (texts: (string | undefined)[]) => [
    ...new Set(texts.flatMap((text) => (text ? [nameKey(text)] : []))),
  ]
  return {
    ids: [...new Set(ids.flatMap((id) => (id && isId(id.toLowerCase()) ? [id.toLowerCase()] : [])))],
    ours: small(rows.map(({ values }) => values.reference)),
    theirs: small(rows.map(({ values }) => values.partnerReference)),
  }
}
