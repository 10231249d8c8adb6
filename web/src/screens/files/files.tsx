import { useMay } from '../../api/session.ts'
import { uploadFile } from '../../api/upload.ts'
import { ChooseFile } from '../../frame/attach.tsx'
import { ListScreen } from '../../frame/list-screen.tsx'
import { useOnline } from '../../frame/online.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { countSet, type ChangeFilters } from '../../stock/filters.ts'
import { useFilters } from '../../stock/use-filters.ts'
import { Find } from '../../ui/find.tsx'
import { useSending, type Sending } from '../../ui/form.tsx'
import { NothingFound, NothingYet } from '../../ui/narrowed.tsx'
import { usePages } from '../../ui/pages.ts'
import { Choice } from '../../ui/parts.tsx'
import { FileTable } from './file-table.tsx'
import './files.css'
import { fileFilters, fileKinds, type FileFilters } from './filters.ts'
import { messages } from './messages.ts'
import { FilePanel } from './panel.tsx'
import { filesQuery } from './queries.ts'

/** Photos and papers of the organisation, and those that others share with it. */
export function Files() {
  const m = useMessages(messages)
  const refusal = useRefusal()
  const mayAdd = useMay('files:write')
  const { search, filters, change } = useFilters('/files', fileFilters)
  const { found, first, rows, onEnd } = usePages(filesQuery(filters))
  const sending = useSending()
  const set = countSet(filters)
  const isEmpty = first?.totalDocs === 0 && set === 0
  const opened = search['open']
  return (
    <>
      <ListScreen
        title={m.title}
        sums={first && say(m.found, { n: first.totalDocs })}
        {...{ found, rows }}
        filters={{ set, choices: <Narrow filters={filters} change={change} /> }}
        actions={mayAdd && <Add sending={sending} />}
        above={
          sending.error !== null && (
            <p className="note bad" role="alert">
              {refusal(sending.error)}
            </p>
          )
        }
        none={
          isEmpty && (
            <NothingYet icon="clip" title={m.none} hint={m.noneHint}>
              {mayAdd && <Add sending={sending} />}
            </NothingYet>
          )
        }
        nothing={<NothingFound title={m.nothing} hint={m.nothingHint} />}
      >
        <FileTable rows={rows} filters={filters} open={opened} change={change} onEnd={onEnd} />
      </ListScreen>
      {opened !== undefined && (
        <FilePanel
          id={opened}
          listed={rows.find(({ id }) => id === opened)}
          onClose={() => change({ open: undefined })}
        />
      )}
    </>
  )
}

/** A file of the device, or a photo of its camera, is sent as it is chosen. */
function Add({ sending }: { sending: Sending }) {
  const m = useMessages(messages)
  const isOff = !useOnline() || sending.isBusy
  const add = (file: File | undefined) =>
    file && void sending.send(() => uploadFile(file, file.type.startsWith('image/') ? 'image' : 'misc'))
  return (
    <>
      <ChooseFile icon="camera" label={m.photo} isOff={isOff} isCamera onChoose={add} />
      <ChooseFile icon="plus" label={sending.isBusy ? m.sending : m.add} isOff={isOff} onChoose={add} />
    </>
  )
}

function Narrow({ filters, change }: { filters: FileFilters; change: ChangeFilters }) {
  const m = useMessages(messages)
  return (
    <div className="facets">
      <Find label={m.find} query={filters.query} change={change} />
      <Choice label={m.kind} value={filters.set.kind ?? ''} onChange={(kind) => change({ kind })}>
        <option value="">{m.all}</option>
        {fileKinds.map((kind) => (
          <option key={kind} value={kind}>
            {m[kind]}
          </option>
        ))}
      </Choice>
      <Choice label={m.whose} value={filters.set.from ?? ''} onChange={(from) => change({ from })}>
        <option value="">{m.all}</option>
        <option value="own">{m.own}</option>
        <option value="others">{m.others}</option>
      </Choice>
      <label className="check">
        <input
          type="checkbox"
          checked={filters.set.status !== undefined}
          onChange={({ target }) => change({ status: target.checked ? 'archived' : undefined })}
        />
        <span>{m.showDeleted}</span>
      </label>
    </div>
  )
}
