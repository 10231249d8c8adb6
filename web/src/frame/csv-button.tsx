import { download } from '../ui/download.ts'
import { useMessages } from '../i18n/messages.ts'
import { listMessages } from '../ui/list-messages.ts'
import { useOnline } from './online.ts'

/** Button to save what is shown as a file that a spreadsheet opens. */
export function CsvButton({ path, name }: { path: string; name: string }) {
  const m = useMessages(listMessages)
  const isOnline = useOnline()
  return (
    <button type="button" className="button" disabled={!isOnline} onClick={() => void download(path, name)}>
      {m.csv}
    </button>
  )
}
