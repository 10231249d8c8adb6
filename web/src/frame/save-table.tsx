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
  /** Path of the same as a paper, where there is one. */
  paperPath?: string
  /** Of the file, without its ending; otherwise the service names it. */
  name?: string
  isReady?: boolean
}

/** Buttons to save what is shown: for a spreadsheet, or for other programs. */
export function SaveTable({ path, paperPath, name, isReady = true }: Props) {
  const m = useMessages(listMessages)
  const refusal = useRefusal()
  const isOnline = useOnline()
  const [failed, setFailed] = useState<unknown>(null)
  const save = async (from: string, ending: string) => {
    setFailed(null)
    await download(from, name && `${name}.${ending}`).catch(setFailed)
  }
  const of = (from: string, ending: string, label: string, whole: string) => (
    <button
      type="button"
      className="button"
      aria-label={whole}
      disabled={!isOnline || !isReady}
      onClick={() => void save(from, ending)}
    >
      <Icon name="down" />
      {label}
    </button>
  )
  return (
    <>
      {paperPath !== undefined && of(paperPath, 'pdf', m.pdf, m.asPdf)}
      {of(path('xlsx'), 'xlsx', m.excel, m.asExcel)}
      {of(path('csv'), 'csv', m.csv, m.asCsv)}
      {failed !== null && (
        <span className="fault" role="alert">
          {refusal(failed)}
        </span>
      )}
    </>
  )
}
