import { useQuery } from '@tanstack/react-query'
import { useMe } from '../api/session.ts'
import { Choice } from '../ui/parts.tsx'
import { catalogueQuery } from './queries.ts'

/** A kind of grain as a form has it. */
interface TypedGrain {
  /** Commodity and type, with a point between; the commodity alone is all its types, '' is none yet. */
  grain: string
  /** By its id; '0' is what `noGrade` says. */
  grade: string
}

interface Props {
  value: TypedGrain
  onChange: (grain: TypedGrain) => void
  /** Without words for a grade it asks for none. */
  labels: { grain: string; choose: string; grade?: string; noGrade?: string }
  /** Text that follows the name of a commodity with all its types; given only if one may be chosen. */
  allTypes?: string
  faults?: { grain?: string | undefined; grade?: string | undefined }
}

/** A grain of the catalogue with its type, and one of its grades. */
export function GrainFields({ value, onChange, labels, allTypes, faults = {} }: Props) {
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const grains = (catalogue.data?.flatMap(({ items }) => items) ?? []).flatMap((item) => [
    ...(allTypes === undefined
      ? []
      : [{ key: String(item.id), name: `${item.name}, ${allTypes}`, grades: [] }]),
    ...item.types.map((type) => ({
      key: `${item.id}.${type.id}`,
      name: `${item.name}, ${type.name}`,
      grades: type.grades,
    })),
  ])
  const grades = grains.find(({ key }) => key === value.grain)?.grades ?? []
  return (
    <div className={labels.grade === undefined ? undefined : 'two'}>
      <Choice
        label={labels.grain}
        value={value.grain}
        onChange={(grain) => onChange({ grain, grade: '0' })}
        fault={faults.grain}
      >
        <option value="">{labels.choose}</option>
        {grains.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Choice>
      {labels.grade !== undefined && (
        <Choice
          label={labels.grade}
          value={value.grade}
          onChange={(grade) => onChange({ grain: value.grain, grade })}
          fault={faults.grade}
        >
          <option value="0">{labels.noGrade}</option>
          {grades.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      )}
    </div>
  )
}
