import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { FieldShape } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { cropOfField, type ColourClass, type Coloured, type Colouring } from './colouring.ts'
import { FieldMap } from './field-map.tsx'
import { messages } from './messages.ts'
import { askedCorners, cornersOf, cornersOfAll, type Corners } from './outlines.ts'
import { nearQuery } from './queries.ts'

interface Props {
  /** Those that are shown, and all of them, which the map begins with. */
  shapes: FieldShape[]
  all: FieldShape[]
  coloured: Coloured
  colouring: Colouring
  onField: (id: string) => void
}

const NOTHING: { polygons: []; points: [] } = { polygons: [], points: [] }

/** The whole farm on a map, with what its colours mean. */
export function FarmMap({ shapes, all, coloured, colouring, onField }: Props) {
  const m = useMessages(messages)
  const corners = useMemo(() => cornersOfAll(all), [all])
  const { near, onMoved } = useNear(shapes)
  const unplaced = useMemo(() => all.filter((shape) => !cornersOf(shape)).length, [all])
  return (
    <div className="stack">
      <FieldMap
        {...{ shapes, near, coloured, corners, onField, onMoved }}
        chosen={NOTHING.polygons}
        drawn={NOTHING}
      />
      <Legend classes={coloured.classes} colouring={colouring} cropId={cropOfField(all)} />
      {unplaced > 0 && <p className="quiet small">{say(m.unplaced, { n: unplaced })}</p>}
    </div>
  )
}

/** The fields in view in full, once they are near enough for it to be seen. */
function useNear(shapes: FieldShape[]) {
  const [asked, ask] = useState<string>()
  const onMoved = useCallback(
    (corners: Corners, isNear: boolean) => ask(isNear ? askedCorners(corners) : undefined),
    [],
  )
  const { data } = useQuery({ ...nearQuery(asked), placeholderData: keepPreviousData })
  const near = useMemo(() => {
    if (asked === undefined || !data) return undefined
    const outlines = new Map(data.shapes.map(({ id, outline }) => [id, outline]))
    return shapes.map((shape) => ({ ...shape, outline: outlines.get(shape.id) ?? shape.outline }))
  }, [asked, data, shapes])
  return { near, onMoved }
}

interface LegendProps {
  classes: ColourClass[]
  colouring: Colouring
  /** Of all fields, if it is one: yields of several have no bushels in common. */
  cropId: number | undefined
}

function Legend({ classes, colouring, cropId }: LegendProps) {
  const m = useMessages(messages)
  const say = useClassWords(colouring, cropId)
  return (
    <ul className="bar small map-legend" aria-label={m.legend}>
      {classes
        .filter(({ count }) => count > 0)
        .map((each) => (
          <li key={each.key}>
            <i className="map-dot" style={{ background: each.colour }} /> {say(each)}
          </li>
        ))}
    </ul>
  )
}

/** Names a class of fields, with the number of fields in it. */
function useClassWords(colouring: Colouring, cropId: number | undefined): (each: ColourClass) => string {
  const m = useMessages(messages, cropId)
  const formats = useFormats(cropId)
  const none = { crop: m.cropNone, year: m.yearNone, yield: m.yieldNone }
  const nameOf = ({ meaning }: ColourClass) => {
    if (meaning.of === 'crop') return meaning.name
    if (meaning.of === 'year') return say(m.yearIs, { year: meaning.year })
    if (meaning.of === 'nothing') return none[colouring]
    return say(m.yieldIs, { from: formats.yieldOf(meaning.from), to: formats.yieldOf(meaning.to) })
  }
  return (each) => say(m.ofClass, { name: nameOf(each), n: each.count })
}
