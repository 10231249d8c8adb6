import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import type { ReportMailing } from '../../api/operations.ts'
import { readAll } from '../../api/read-all.ts'
import { useMay, useMe } from '../../api/session.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { useViews } from '../../stock/use-views.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import type { ReportAddress } from './asked.ts'
import {
  blankMailing,
  bodyOfMailing,
  draftOfMailing,
  mailedReportOf,
  type MailingDraft,
} from './mailing-draft.ts'
import { MailingForm } from './mailing-form.tsx'
import { mailingMessages } from './mailing-messages.ts'
import { useMailingTimes } from './mailing-times.ts'
import { messages } from './messages.ts'

const PAGE = 100

const mailingsQuery = queryOptions({
  queryKey: ['report-mailings'],
  queryFn: () =>
    readAll((offset) => ask('GET /api/inventory/report-mailings', { query: { limit: PAGE, offset } })),
})

interface Props {
  /** The report that is shown, which is the one that is mailed. */
  address: ReportAddress
  search: Record<string, string>
}

/** The reports that are mailed, and the way to have the one mailed that is shown. */
export function MailedReports({ address, search }: Props) {
  const m = useMessages(mailingMessages)
  const [isOpen, open] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => open(true)}>
        {m.mailed}
      </button>
      {isOpen && <Mailings address={address} search={search} onClose={() => open(false)} />}
    </>
  )
}

function Mailings({ address, search, onClose }: Props & { onClose: () => void }) {
  const m = useMessages(mailingMessages)
  const [edited, edit] = useState<ReportMailing | 'new'>()
  const back = () => edit(undefined)
  const first = useFirstDraft(address, search)
  const report = mailedReportOf(address)
  if (edited === 'new' && report) {
    const save = (draft: MailingDraft) =>
      askOnce('POST /api/inventory/report-mailings', { body: bodyOfMailing(report, draft) })
    return (
      <Dialog title={m.mailThis} onClose={back} isSheet>
        <MailingForm first={first} save={save} onClose={back} />
      </Dialog>
    )
  }
  if (edited && edited !== 'new') {
    const save = (draft: MailingDraft) =>
      ask('PUT /api/inventory/report-mailings/{id}', {
        path: { id: edited.id },
        body: bodyOfMailing(edited.report, draft),
      })
    return (
      <Dialog title={say(m.editOf, { name: edited.name })} onClose={back} isSheet>
        <MailingForm first={draftOfMailing(edited)} save={save} onClose={back} />
      </Dialog>
    )
  }
  return (
    <Dialog title={m.title} onClose={onClose} isSheet>
      <div className="stack">
        <MailingList onEdit={edit} />
        <MailThis standsStill={!report} onPress={() => edit('new')} />
      </div>
    </Dialog>
  )
}

/** Called as the view that is shown, or as the report. */
function useFirstDraft({ kind }: ReportAddress, search: Record<string, string>): MailingDraft {
  const m = useMessages(messages)
  const { userId } = useMe()
  const written = (of: Record<string, string>) => JSON.stringify(Object.entries(of).toSorted())
  const view = useViews().find(
    ({ screen, search: own }) => screen === '/reports' && written(own) === written(search),
  )
  return blankMailing(view?.name ?? m[kind], userId)
}

function MailThis({ standsStill, onPress }: { standsStill: boolean; onPress: () => void }) {
  const m = useMessages(mailingMessages)
  const may = useMay('reports:mail')
  const why = may ? (standsStill ? m.standsStill : undefined) : m.mayNot
  return (
    <div className="dialog-foot">
      {why !== undefined && <span className="quiet small">{why}</span>}
      <button type="button" className="button primary" disabled={why !== undefined} onClick={onPress}>
        {m.mailThis}
      </button>
    </div>
  )
}

function MailingList({ onEdit }: { onEdit: (mailing: ReportMailing) => void }) {
  const m = useMessages(mailingMessages)
  const { data, error, refetch } = useQuery(mailingsQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={2} />
  return (
    <>
      {data.docs.some(({ isSentOut }) => !isSentOut) && <p className="note">{m.notSentOut}</p>}
      {data.docs.length === 0 && <p className="quiet">{m.none}</p>}
      <ul className="lines">
        {data.docs.map((mailing) => (
          <MailingLine key={mailing.id} mailing={mailing} onEdit={onEdit} />
        ))}
      </ul>
    </>
  )
}

function MailingLine({
  mailing,
  onEdit,
}: {
  mailing: ReportMailing
  onEdit: (mailing: ReportMailing) => void
}) {
  const m = useMessages(mailingMessages)
  const reports = useMessages(messages)
  const refusal = useRefusal()
  const formats = useFormats()
  const may = useMay('reports:mail')
  const sending = useSending()
  const { id, name, report, recipients, nextDueAtUTC } = mailing
  const stop = () =>
    void sending.send(() => ask('DELETE /api/inventory/report-mailings/{id}', { path: { id } }))
  const form = { pdf: m.pdf, xlsx: m.xlsx, none: m.link }[mailing.attachment]
  return (
    <li className="bar apart mailing">
      <div className="mailing-about">
        <span className="strong">{name}</span>
        <br />
        {reports[report.kind]} · {reports[report.period]} · {form}
        <br />
        <span className="quiet small">
          {useTimeOf(mailing)} · {say(m.next, { moment: formats.moment(nextDueAtUTC) })}
        </span>
        <ul className="small">
          {recipients.map((each) => (
            <Reader key={each.id} reader={each} />
          ))}
          {recipients.length === 0 && <li className="quiet">{m.nobody}</li>}
        </ul>
        {sending.error !== null && (
          <span className="fault" role="alert">
            {refusal(sending.error)}
          </span>
        )}
      </div>
      {may && (
        <span className="bar">
          <button
            type="button"
            className="button"
            aria-label={say(m.editOf, { name })}
            onClick={() => onEdit(mailing)}
          >
            {m.edit}
          </button>
          <button
            type="button"
            className="button"
            aria-label={say(m.stopOf, { name })}
            disabled={sending.isBusy}
            onClick={stop}
          >
            {m.stop}
          </button>
        </span>
      )}
    </li>
  )
}

function useTimeOf({ every, day, hour }: ReportMailing): string {
  const m = useMessages(mailingMessages)
  const times = useMailingTimes()
  const at = times.hour(hour)
  if (every === 'day') return say(m.daily, { hour: at })
  return every === 'week'
    ? say(m.weekly, { weekday: times.weekday(day ?? 1), hour: at })
    : say(m.monthly, { day: String(day ?? 1), hour: at })
}

/** A reader, and what became of the last mail. */
function Reader({ reader: { name, isActive, last } }: { reader: ReportMailing['recipients'][number] }) {
  const m = useMessages(mailingMessages)
  const formats = useFormats()
  const said = () => {
    if (!isActive) return m.suspended
    if (!last) return ''
    if (last.status === 'sent') return say(m.sent, { moment: formats.moment(last.settledAtUTC) })
    if (last.status === 'failed') return say(m.failed, { problem: last.problem })
    return last.problem === '' ? m.queued : say(m.retrying, { problem: last.problem })
  }
  return (
    <li className={last?.status === 'failed' ? 'fault' : 'quiet'}>
      {[name, said()].filter(Boolean).join(' · ')}
    </li>
  )
}
