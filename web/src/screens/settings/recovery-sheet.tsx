import { useMe } from '../../api/session.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { saveFile } from '../../ui/save-file.ts'
import { recoveryMessages } from './recovery-messages.ts'

/** New recovery codes as a text file, and as a sheet of paper by themselves. */
export function RecoverySheet({ codes }: { codes: string[] }) {
  const m = useMessages(recoveryMessages)
  const { email } = useMe()
  const title = say(m.sheetTitle, { email: email ?? '' })
  const text = [title, '', ...codes, '', m.sheetHint, ''].join('\r\n')
  return (
    <div className="bar">
      <button
        type="button"
        className="button"
        onClick={() => saveFile('granary-recovery-codes.txt', 'text/plain;charset=utf-8', text)}
      >
        {m.saveText}
      </button>
      <button type="button" className="button" onClick={() => window.print()}>
        {m.print}
      </button>
      <section className="recovery-paper" aria-hidden="true">
        <h2>{title}</h2>
        <pre>{codes.join('\n')}</pre>
        <p>{m.sheetHint}</p>
      </section>
    </div>
  )
}
