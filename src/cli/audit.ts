import { isId } from '../kernel/ids.ts'
import { chainAudit } from '../system/audit/chain.ts'
import { headText, parseHead } from '../system/audit/chain-hash.ts'
import { chainedOrganisations, verifyChain, type ChainVerdict } from '../system/audit/verify-chain.ts'
import { message, type Message } from '../words/catalogue.ts'
import { command, say, UsageError } from './command.ts'
import { ensureUpToDate, withDatabase } from './with-database.ts'

export const verifyAuditCommand = command(
  {
    name: 'audit verify',
    summary: message('summaryOfAuditVerify', {}),
    usage: '[--organisation <id>] [--head <place:hash>] [--json]',
    help: message('helpOfAuditVerify', {}),
    options: {
      organisation: { type: 'string' },
      head: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  },
  async ({ organisation, head: texts, json }) => {
    const heads = texts.map(headFrom)
    if (heads.length > 0 && organisation === undefined)
      throw new UsageError(message('optionIsNeeded', { option: 'organisation', command: 'audit verify' }))
    if (organisation !== undefined && !isId(organisation))
      throw new UsageError(message('isNoOrganisationId', { text: organisation }))
    await withDatabase(
      async ({ db }) => {
        await chainAudit(db)
        const ids = organisation === undefined ? await chainedOrganisations(db) : [organisation.toLowerCase()]
        const verdicts: ChainVerdict[] = []
        for (const id of ids) verdicts.push(await verifyChain(db, id, heads))
        if (verdicts.some(({ fault }) => fault)) process.exitCode = 1
        if (json) return say(JSON.stringify(verdicts.map(toJson)))
        for (const verdict of verdicts) say(verdictMessage(verdict))
      },
      { prepare: ensureUpToDate },
    )
  },
)

function headFrom(text: string) {
  const place = parseHead(text)
  if (!place) throw new UsageError(message('isNoAuditHead', {}))
  return { ...place, source: '--head' }
}

function toJson({ organisationId, entries, last, fault }: ChainVerdict) {
  return { organisationId, entries, head: headText(last), fault: fault ?? null }
}

function verdictMessage({ organisationId, entries, last, fault }: ChainVerdict): Message {
  if (!fault) return message('auditChainIsSound', { organisationId, entries, head: headText(last) })
  const { kind, sequence, source = '' } = fault
  const place = { organisationId, sequence }
  if (kind === 'gap') return message('auditEntryIsMissing', place)
  if (kind === 'changed') return message('auditEntryWasChanged', place)
  return kind === 'cut'
    ? message('auditEndIsCutOff', { ...place, source })
    : message('auditHeadDiffers', { ...place, source })
}
