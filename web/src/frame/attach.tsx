import type { StoredFile } from '../api/operations.ts'
import { uploadFile } from '../api/upload.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { download } from '../ui/download.ts'
import { useSending } from '../ui/form.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Photo } from '../ui/photo.tsx'
import { attachMessages } from './attach-messages.ts'
import './attach.css'
import { useOnline } from './online.ts'

/** A file as forms and messages name it. */
export interface AttachedFile {
  id: string
  name: string
}

interface Props {
  files: AttachedFile[]
  type: StoredFile['type']
  most: number
  onChange: (files: AttachedFile[]) => void
}

/** Photos, from the camera on a phone, and files that go along with what is written. Each is sent as it is chosen. */
export function Attach({ files, type, most, onChange }: Props) {
  const m = useMessages(attachMessages)
  const refusal = useRefusal()
  const sending = useSending()
  const { isBusy, error } = sending
  const isOff = !useOnline() || isBusy || files.length >= most
  const add = (file: File | undefined) =>
    file &&
    sending.send(
      () => uploadFile(file, type),
      (stored) => onChange([...files, stored]),
    )
  return (
    <div className="attach">
      {files.length > 0 && (
        <ul className="attach-list" aria-label={m.attached}>
          {files.map(({ id, name }) => (
            <li key={id} className="badge">
              {name}
              <button
                type="button"
                className="button bare"
                aria-label={say(m.takeOff, { name })}
                onClick={() => onChange(files.filter((each) => each.id !== id))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error !== null && (
        <p className="fault" role="alert">
          {refusal(error)}
        </p>
      )}
      <div className="bar">
        <ChooseFile
          icon="camera"
          label={m.photo}
          isOff={isOff}
          isCamera
          onChoose={(file) => void add(file)}
        />
        <ChooseFile icon="clip" label={m.file} isOff={isOff} onChoose={(file) => void add(file)} />
        {isBusy && (
          <span className="quiet small" role="status">
            {m.sending}
          </span>
        )}
      </div>
    </div>
  )
}

interface ChooseProps {
  icon: IconName
  label: string
  isOff: boolean
  isCamera?: boolean
  onChoose: (file: File | undefined) => void
}

/** A button that chooses a file; on a phone, one from the camera where that is asked for. */
export function ChooseFile({ icon, label, isOff, isCamera, onChoose }: ChooseProps) {
  return (
    <label className="button attach-choose">
      <Icon name={icon} size={18} />
      {label}
      <input
        type="file"
        className="hidden"
        disabled={isOff}
        {...(isCamera && { accept: 'image/*', capture: 'environment' as const })}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
      />
    </label>
  )
}

const isPicture = (name: string) => /\.(jpe?g|png|webp|gif)$/i.test(name)

/** Files that came along: pictures are shown, and all of them open. */
export function Attached({ files }: { files: AttachedFile[] }) {
  const m = useMessages(attachMessages)
  const isOnline = useOnline()
  if (files.length === 0) return null
  return (
    <ul className="attach-list">
      {files.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="button attached"
            aria-label={say(m.open, { name })}
            disabled={!isOnline}
            onClick={() => void download(`/api/system/files/${encodeURIComponent(id)}`, name)}
          >
            {isPicture(name) ? <Photo id={id} label="" width={320} /> : <Icon name="clip" size={18} />}
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
