import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { say, useMessages } from '../i18n/messages.ts'
import { useRefusal } from '../i18n/refusals.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Form, useSending } from '../ui/form.tsx'
import { TextField } from '../ui/parts.tsx'
import { changeViews, useViews } from './use-views.ts'
import { withoutView, withView, type View, type ViewScreen } from './views.ts'
import { viewsMessages } from './views-messages.ts'

/** The names of screens, as a list of the views of all of them says them. */
const nameOfScreen = { '/stock': 'stock', '/movements': 'movements', '/reports': 'reports' } as const

/** Parts of an address that do not belong to a view: the row that is open. */
const notKept = new Set(['open'])

/** The searches that somebody has kept of a screen, and what is searched now, to be kept. */
export function SavedViews({ screen, search }: { screen: ViewScreen; search: Record<string, string> }) {
  const m = useMessages(viewsMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {m.views}
      </button>
      {isOpen && (
        <Dialog title={m.views} onClose={() => open(false)} isSheet>
          <ViewLines screen={screen} onGo={() => open(false)} />
          <SaveView screen={screen} search={search} />
        </Dialog>
      )}
    </>
  )
}

function SaveView({ screen, search }: { screen: ViewScreen; search: Record<string, string> }) {
  const m = useMessages(viewsMessages)
  const sending = useSending()
  const [name, setName] = useState('')
  const kept = Object.fromEntries(Object.entries(search).filter(([key]) => !notKept.has(key)))
  const view = { screen, name: name.trim(), search: kept }
  const save = () =>
    sending.send(
      () => changeViews((views) => withView(views, view)),
      () => setName(''),
    )
  return (
    <Form sending={sending} action={m.save} isReady={name.trim() !== ''} onSend={save}>
      <TextField label={m.name} hint={m.saveHint} value={name} onChange={setName} />
    </Form>
  )
}

/** The views of one screen, or of all, each with its way there and its end. */
export function ViewLines({ screen, onGo }: { screen?: ViewScreen; onGo?: () => void }) {
  const m = useMessages(viewsMessages)
  const refusal = useRefusal()
  const sending = useSending()
  const views = useViews().filter((each) => screen === undefined || each.screen === screen)
  const remove = (view: View) => void sending.send(() => changeViews((before) => withoutView(before, view)))
  return (
    <>
      {sending.error !== null && (
        <p className="note bad" role="alert">
          {refusal(sending.error)}
        </p>
      )}
      {views.length === 0 && <p className="quiet">{m.none}</p>}
      <ul className="lines">
        {views.map((view) => (
          <li key={`${view.screen} ${view.name}`} className="bar apart">
            <span>
              <Link
                className="view-link"
                to={view.screen}
                search={view.search}
                {...(onGo && { onClick: onGo })}
              >
                {view.name}
              </Link>{' '}
              {screen === undefined && <span className="quiet small">{m[nameOfScreen[view.screen]]}</span>}
            </span>
            <button
              type="button"
              className="button"
              aria-label={say(m.removeOf, { name: view.name })}
              onClick={() => remove(view)}
            >
              {m.remove}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
