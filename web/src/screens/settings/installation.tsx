import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { askOnce } from '../../api/ask-once.ts'
import { ask } from '../../api/client.ts'
import type { BackupRun, Installation } from '../../api/operations.ts'
import { installationQuery } from '../../frame/installation-query.ts'
import { useFormats } from '../../i18n/format.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { useRefusal } from '../../i18n/refusals.ts'
import { download } from '../../ui/download.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { useSending } from '../../ui/form.tsx'
import { Failed, Skeleton } from '../../ui/parts.tsx'
import { installationMessages } from './installation-messages.ts'

const LOOK_AGAIN_MS = 2000
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']
const THOUSAND = 1024

const runsQuery = (isUnderWay: boolean) =>
  queryOptions({
    queryKey: ['backups'],
    queryFn: () => ask('GET /api/system/installation/backups'),
    refetchInterval: isUnderWay ? LOOK_AGAIN_MS : false,
  })

function useBytes(): (bytes: number) => string {
  const formats = useFormats()
  return (bytes) => {
    const power = bytes < THOUSAND ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
    const figure = bytes / THOUSAND ** power
    return `${formats.figure(figure < 10 && power > 0 ? Math.round(figure * 10) / 10 : Math.round(figure))} ${UNITS[power]}`
  }
}

/** Shows the version, the schema, the database and the disk, and tells what somebody should see to. */
export function InstallationFacts() {
  const m = useMessages(installationMessages)
  const bytes = useBytes()
  const { data, error, refetch } = useQuery(installationQuery)
  if (!data) return error ? <Failed error={error} again={() => void refetch()} /> : <Skeleton rows={3} />
  const { database, disk, update } = data
  const kind = say(m[database.kind], { version: database.version, size: bytes(database.sizeBytes) })
  return (
    <section className="panel pad stack" aria-labelledby="installation">
      <h2 id="installation">{m.title}</h2>
      {data.attention.map((each) => (
        <p key={each} className="note bad">
          {each}
        </p>
      ))}
      {update?.isNewer && (
        <p className="note" role="status">
          {say(m.newer, { version: update.version })}
        </p>
      )}
      {update && update.problem !== '' && <p className="note">{update.problem}</p>}
      <FactList
        className="facts"
        facts={[
          [m.version, isNewest(data) ? say(m.newest, { version: data.version }) : data.version],
          [m.schema, String(data.schema)],
          [m.database, kind],
          [m.disk, say(m.free, { free: bytes(disk.freeBytes), total: bytes(disk.totalBytes) })],
        ]}
      />
    </section>
  )
}

function isNewest({ update }: Installation): boolean {
  return update !== null && !update.isNewer && update.version !== ''
}

/** Backups: when they are made, where they lie, the last ones; made and tried from here, and downloaded where they are encrypted. */
export function Backups() {
  const m = useMessages(installationMessages)
  const client = useQueryClient()
  const sending = useSending()
  const refusal = useRefusal()
  const { data } = useQuery(installationQuery)
  const runs = useQuery(runsQuery(data?.backups.isUnderWay ?? false))
  if (!data) return null
  const { backups } = data
  const begin = (kind: BackupRun['kind']) =>
    void sending.send(
      () => askOnce('POST /api/system/installation/backups', { body: { kind } }),
      () => {
        void client.invalidateQueries({ queryKey: ['installation'] })
        void client.invalidateQueries({ queryKey: ['backups'] })
      },
    )
  const isBusy = sending.isBusy || backups.isUnderWay
  return (
    <section className="panel pad stack" aria-labelledby="backups">
      <h2 id="backups">{m.backups}</h2>
      <p className="quiet small">{m.backupsHint}</p>
      <BackupFacts backups={backups} />
      {!backups.isEncrypted && <p className="quiet small">{m.open}</p>}
      {sending.error !== null && <p className="fault by">{refusal(sending.error)}</p>}
      {backups.isUnderWay && (
        <p className="note" role="status">
          {m.underWay}
        </p>
      )}
      <div className="bar">
        <button type="button" className="button" disabled={isBusy} onClick={() => begin('backup')}>
          {m.make}
        </button>
        <button
          type="button"
          className="button"
          disabled={isBusy || backups.last.length === 0}
          onClick={() => begin('drill')}
        >
          {m.drill}
        </button>
      </div>
      <p className="quiet small">{m.drillHint}</p>
      {runs.error && <Failed error={runs.error} again={() => void runs.refetch()} />}
      <ul className="lines">
        {runs.data?.length === 0 && <li className="quiet">{m.none}</li>}
        {runs.data
          ?.filter(({ status }) => status !== 'queued')
          .map((each) => (
            <RunLine key={each.id} run={each} sending={sending} />
          ))}
      </ul>
    </section>
  )
}

function BackupFacts({ backups }: Pick<Installation, 'backups'>) {
  const m = useMessages(installationMessages)
  const formats = useFormats()
  const { schedule, nextAtUTC, drillSchedule, nextDrillAtUTC, where, keep } = backups
  const [last] = backups.last
  const [drill] = backups.lastDrill
  const at = (text: string, next: string) =>
    say(m.atNext, { schedule: text, when: formats.datedMoment(next) })
  const tried =
    drill &&
    say(drill.status === 'done' ? m.works : m.worksNot, { when: formats.datedMoment(drill.askedAtUTC) })
  return (
    <FactList
      className="facts"
      facts={[
        [m.last, last ? formats.datedMoment(last.askedAtUTC) : m.noneYet],
        [m.lastDrill, tried ?? m.noneYet],
        [m.schedule, schedule === '' ? m.never : at(schedule, nextAtUTC)],
        [m.drills, drillSchedule === '' ? m.neverTried : at(drillSchedule, nextDrillAtUTC)],
        [m.where, where],
        [m.keep, say(m.keepDays, { ...keep })],
      ]}
    />
  )
}

function RunLine({ run, sending }: { run: BackupRun; sending: ReturnType<typeof useSending> }) {
  const m = useMessages(installationMessages)
  const formats = useFormats()
  const bytes = useBytes()
  const { id, kind, origin, askedBy, askedAtUTC, sizeBytes, rows, problem, isThere, isEncrypted, status } =
    run
  const by = { schedule: m.bySchedule, command: m.byCommand, person: askedBy }[origin]
  const size = sizeBytes > 0 ? [bytes(sizeBytes)] : []
  const details = status === 'failed' ? [problem] : [...size, say(m.rows, { n: rows }), by]
  const save = () => download(`/api/system/installation/backups/${encodeURIComponent(id)}/file`)
  return (
    <li className="bar apart">
      <span>
        <b>{kind === 'backup' ? m.backup : m.drillRun}</b> {formats.datedMoment(askedAtUTC)}
        <span className={status === 'failed' ? 'fault small' : 'quiet small'}> {details.join(' · ')}</span>
      </span>
      {isThere && isEncrypted && (
        <button type="button" className="button" onClick={() => void sending.send(save)}>
          {m.download}
        </button>
      )}
    </li>
  )
}
