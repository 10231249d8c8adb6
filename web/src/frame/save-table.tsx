import { useState } from 'react'
import { useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { download } from '../ui/download.ts'
import { Icon } from '../ui/icons.tsx'
import { listMessages } from '../ui/list-messages.ts'
import { useOnline } from './online.ts'

/** Files in which the service answers a table. */
export type TableFormat = 'xlsx' | 'csv'

interface Props {
  path: (format: TableFormat) => string
  /** Of the file, without its ending; otherwise the service names it. */
  name?: string
  isReady?: boolean
}

/** Buttons to save what is shown: for a spreadsheet, or for other programs. */
export function SaveTable({ path, name, isReady = true }: Props) {
  const m = useMessages(listMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const [failed, setFailed] = useState<unknown>(null)
  const save = async (format: TableFormat) => {
    setFailed(null)
    await download(path(format), name && `${name}.${format}`).catch(setFailed)
  }
  const of = (format: TableFormat, label: string, whole: string) => (
    <button
      type="button"
      className="button"
      aria-label={whole}
      disabled={!isOnline || !isReady}
      onClick={() => void save(format)}
    >
      <Icon name="down" />
      {label}
    </button>
  )
  return (
    <>
      {of('xlsx', m.excel, m.asExcel)}
      {of('csv', m.csv, m.asCsv)}
      {failed !== null && (
        <span className="fault" role="alert">
          {refusal(failed)}
        </span>
      )}
    </>
  )
}
