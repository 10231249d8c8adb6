import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import { enter, findEntered, noteFound, useImportWork } from './import-work.ts'
import { runMessages } from './run-messages.ts'
import { StepFoot } from './step-line.tsx'

const LOOKED_FOR_MS = 500

/** The file is on its way. As soon as the service knows of it, it is shown how far it has come. */
export function EnteringStep() {
  const m = useMessages(runMessages)
  const navigate = useNavigate()
  const { entering } = useImportWork()
  const { data: found } = useQuery({
    queryKey: ['import-entered', entering?.key],
    queryFn: () => (entering ? findEntered(entering) : null),
    enabled: entering !== undefined && entering.importId === undefined,
    refetchInterval: LOOKED_FOR_MS,
    staleTime: 0,
    gcTime: 0,
  })
  const run = entering?.importId ?? found ?? undefined
  useEffect(() => {
    if (run === undefined) return
    noteFound(run)
    void navigate({ to: '/import', search: { run }, replace: true })
  }, [run, navigate])
  if (!entering) return null
  return (
    <>
      <section className="panel nothing" aria-busy={!entering.isLost}>
        <Icon name="up" size={32} />
        <h2>{say(m.sends, { name: entering.name })}</h2>
        <p className="quiet" role="status">
          {entering.isLost ? m.lost : m.staysUntilSent}
        </p>
      </section>
      {entering.isLost && (
        <StepFoot>
          <button type="button" className="button primary" onClick={() => void enter()}>
            {m.sendAgain}
          </button>
        </StepFoot>
      )}
    </>
  )
}
