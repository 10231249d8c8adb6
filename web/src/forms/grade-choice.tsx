import { useQuery } from '@tanstack/react-query'
import type { FullRecord } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { catalogueQuery } from '../stock/queries.ts'
import { Choice } from '../ui/parts.tsx'

interface Props {
  record: FullRecord
  label: string
  /** Choice beside the grades: none, or another word for as it is. */
  blank: { value: string; name: string }
  value: string
  onChange: (grade: string) => void
  fault?: string | undefined
}

/** The grades that a record's grain may have. */
export function GradeChoice({ record, label, blank, value, onChange, fault }: Props) {
  const { type, grade } = record.commodity
  const known = useCatalogueItem(record)?.types.find(({ id }) => id === type.id)?.grades
  const grades = known ?? (grade.id === 0 ? [] : [grade])
  return (
    <Choice label={label} value={value} onChange={onChange} fault={fault}>
      <option value={blank.value}>{blank.name}</option>
      {grades.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

/** Finds the catalogue's item for a record's grain. */
export function useCatalogueItem({ commodity }: FullRecord) {
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  return catalogue.data?.flatMap(({ items }) => items).find(({ id }) => id === commodity.commodity.id)
}
