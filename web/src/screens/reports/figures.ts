import type { Report } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import type { Formats } from '../../i18n/make-formats.ts'
import { useMessages } from '../../i18n/messages.ts'
import { columnMessages } from './column-messages.ts'

type FigureOfReport = Report['figures'][number]

/** Writes a figure of a column, in the units of the organisation; nothing is a dash. */
export function written(formats: Formats, { unit }: FigureOfReport, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'kg') return formats.cell(formats.exactStock(Math.round(value)))
  if (unit === 'ha') return formats.area(value)
  if (unit === 'kg/ha') return formats.yieldCell(value)
  return formats.figure(value)
}

/** Names columns, in the reader's language and units, and writes their figures in those of a crop. */
export function useColumns(commodityId: number | undefined) {
  const names: Record<string, string> = useMessages(columnMessages, commodityId)
  const formats = useFormats(commodityId)
  return {
    nameOf: (name: string) => names[name] ?? name,
    write: (figure: FigureOfReport, value: number | null) => written(formats, figure, value),
  }
}
