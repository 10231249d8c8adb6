import { useQuery } from '@tanstack/react-query'
import type { FullRecord } from '../../api/operations.ts'
import { useMe } from '../../api/session.ts'
import { useMessages } from '../../i18n/messages.ts'
import { catalogueQuery } from '../../stock/queries.ts'
import { Choice } from '../../ui/parts.tsx'
import { actionMessages } from './action-messages.ts'

interface Props {
  record: FullRecord
  value: string
  onChange: (grade: string) => void
}

/** The grades that a record's grain may have. */
export function GradeChoice({ record, value, onChange }: Props) {
  const m = useMessages(actionMessages)
  const item = useCatalogueItem(record)
  const type = item?.types.find(({ id }) => id === record.commodity.type.id)
  return (
    <Choice label={m.grade} value={value} onChange={onChange}>
      <option value="">{m.unchanged}</option>
      {(type?.grades ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

/** What the catalogue says of a record's grain. */
export function useCatalogueItem({ commodity }: FullRecord) {
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  return catalogue.data?.flatMap(({ items }) => items).find(({ id }) => id === commodity.commodity.id)
}
