import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { ImportMissing } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { storesQuery } from '../../stock/queries.ts'
import { withAlias, type ImportDraft, type Subject } from './draft.ts'
import { change } from './import-work.ts'
import { rowsMessages } from './rows-messages.ts'

/** A meaning that a word may have: the value sent, and the name people read. */
interface Meaning {
  means: string
  name: string
}

/** Subjects of ours that each kind of word may stand for; a bay is known by its store. */
const subjects: Partial<Record<ImportMissing['what'], Subject>> = {
  commodities: 'commodity',
  stores: 'store',
  fields: 'field',
  units: 'businessUnit',
  partners: 'partner',
}

const MOST = 200

/** “What you call X is our Y”: said once, and kept for every later file. */
export function CustomName({
  draft,
  missing,
}: {
  draft: ImportDraft
  missing: Pick<ImportMissing, 'what' | 'name'>
}) {
  const m = useMessages(rowsMessages)
  const subject = subjects[missing.what]
  const meanings = useMeanings(subject)
  if (!subject || meanings.length === 0) return null
  return (
    <select
      className="input"
      aria-label={say(m.standsFor, { name: missing.name })}
      value={draft.mapping.aliases?.[subject]?.[missing.name] ?? ''}
      onChange={({ target }) => change(withAlias(draft, subject, missing.name, target.value))}
    >
      <option value="">{m.isOurs}</option>
      {meanings.map(({ means, name }) => (
        <option key={means} value={means}>
          {name}
        </option>
      ))}
    </select>
  )
}

function useMeanings(subject: Subject | undefined): Meaning[] {
  const { organisation } = useMe()
  const language = useLanguage()
  const stores = useQuery({ ...storesQuery, enabled: subject === 'store' })
  const others = useQuery({
    queryKey: ['import-meanings', subject, organisation.countryISO, language],
    enabled: subject !== undefined && subject !== 'store',
    queryFn: () => {
      if (subject === 'commodity') return crops(organisation.countryISO, language)
      if (subject === 'field') return fields()
      return subject === 'partner' ? partners() : units()
    },
  })
  const found = subject === 'store' ? stores.data?.map(({ id, name }) => ({ means: id, name })) : others.data
  return (found ?? []).toSorted((a, b) => a.name.localeCompare(b.name, language))
}

async function fields(): Promise<Meaning[]> {
  const { docs } = await ask('GET /api/inventory/storage', { query: { type: ['field'], limit: MOST } })
  return docs.map(({ id, name }) => ({ means: id, name }))
}

async function partners(): Promise<Meaning[]> {
  const { docs } = await ask('GET /api/inventory/partners', { query: { limit: MOST } })
  return docs.map(({ id, name }) => ({ means: id, name }))
}

async function units(): Promise<Meaning[]> {
  const found = await ask('GET /api/identity/business-units', { query: {} })
  return found.map(({ id, name }) => ({ means: id, name }))
}

/** Each crop, and where it has several types each of them: by the names that an import reads, and those that the reader knows. */
async function crops(countryISO: string, language: string): Promise<Meaning[]> {
  const lists = await ask('GET /api/inventory/commodities', { query: { countryISO } })
  const said = (named: { name: string; names?: Record<string, string> }) =>
    named.names?.[language] ?? named.name
  return lists
    .flatMap(({ items }) => items)
    .flatMap((item) => [
      { means: item.name, name: said(item) },
      ...(item.types.length < 2 ? [] : item.types).map((type) => ({
        means: `${type.name} ${item.name}`,
        name: `${said(item)}, ${said(type)}`,
      })),
    ])
}
