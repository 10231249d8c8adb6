import type { Decision, State, trade as english } from '../en/trade.ts'
import type { SameAs } from '../writing.ts'

const DECISIONS: Record<Decision, string> = {
  accepted: 'accepté',
  written_off: 'passé en perte',
  claimed: 'réclamé',
}

const STATES: Record<State, string> = {
  upcoming: 'À venir',
  active: 'En cours',
  expired: 'Terminé',
  open: 'Ouvert',
  closed: 'Clos',
  approved: 'Validé',
  cancelled: 'Annulé',
}

export const trade: SameAs<typeof english> = {
  dryingNeedsContract: () => 'demande un contrat de stockage qui prévoit le séchage, et il n’y en a pas',
  dryingIsNotAgreed: () => 'est indiqué, mais le contrat de stockage ne prévoit pas de séchage',
  isContractForType: ({ type }) => `est un contrat de stockage pour ${type}`,
  isContractForOwner: ({ owner }) => `est un contrat de stockage pour le grain de ${owner}`,
  isContractForCommodity: ({ commodity }) => `est un contrat de stockage pour : ${commodity}`,
  contractDoesNotRun({ startUTC, endUTC, timeZone }, { day }) {
    const ending =
      endUTC === null
        ? `à partir du ${day(startUTC, timeZone)}`
        : `du ${day(startUTC, timeZone)} au ${day(endUTC, timeZone)}`
    return `ne couvre pas cette date : le contrat de stockage court ${ending}`
  },
  isBeforeContract: () => 'est antérieur au début du contrat',
  dryingNeedsLevel: () => 'est nécessaire quand le séchage est convenu',
  rowIsEmpty: ({ minimum }, { figure }) => `doit dépasser le minimum de la ligne, ${figure(minimum)}`,
  leavesGap: ({ from }, { figure }) => `laisse un vide : la ligne précédente finit à ${figure(from)}`,
  overlapsRow: ({ to }, { figure }) => `recouvre la ligne précédente, qui finit à ${figure(to)}`,
  lossFalls: ({ before }, { figure }) =>
    `est inférieur à la ligne précédente (${figure(before)}) alors que l’humidité augmente`,
  contractIsInUse: () =>
    'Des mouvements citent ce contrat, sa culture et son type ne peuvent donc pas changer. Saisissez plutôt un autre contrat.',
  contractIsForOthers: () => 'est votre propre organisation ; un contrat concerne le grain d’autrui',
  noContractForLoad: () => 'Il n’y a pas de contrat de stockage pour un tel chargement.',
  loadsOutsideContract({ loads, weight, firstUTC, lastUTC, timeZone }, write) {
    const [from, to] = [write.day(firstUTC, timeZone), write.day(lastUTC, timeZone)]
    const when = from === to ? `le ${from}` : `entre le ${from} et le ${to}`
    const what = write.counted(loads, {
      one: `un chargement de ${write.weight(weight)} est entré`,
      other: `${write.figure(loads)} chargements, ${write.weight(weight)} en tout, sont entrés`,
    })
    return `Attention : ${what} sous ce contrat ${when}, hors de ses dates. Ce qui est entré y reste et peut encore être corrigé.`
  },
  buyerIsNeeded: () => 'est nécessaire : de qui vient le décompte',
  statementIsOfOthers: () =>
    'est votre propre organisation ; un décompte vient de quelqu’un à qui vous avez livré',
  isNoTradingPartner: ({ given }) => `n’est pas un de vos partenaires : ${given}`,
  statementIsEntered: ({ date }, write) => `est celui d’un décompte du ${write.date(date)} déjà saisi`,
  settlementIsClosed: () => 'Ce décompte est clos : ce qui a été réglé avec l’acheteur reste tel quel.',
  isNoLoadOfBuyer: ({ movementId }) => `n’est pas un chargement parti chez cet acheteur : ${movementId}`,
  loadIsOnLine: ({ line }, { figure }) => `est déjà à la ligne ${figure(line)} : retirez-le d’abord de là`,
  loadIsOnStatement: () => 'est déjà sur un autre décompte : retirez-le d’abord de là',
  decisionNeedsLoad: ({ decision }) =>
    `ne peut pas être « ${DECISIONS[decision]} » tant qu’aucun chargement n’est sur la ligne : rattachez-en un, ou réclamez`,
  decisionNeedsWeight: ({ decision }) =>
    `ne peut pas être « ${DECISIONS[decision]} » tant que le chargement n’est pas pesé : pesez-le d’abord, ou réclamez`,
  reasonIsForWriteOff: () => 'ne va qu’avec un écart passé en perte',
  writeOffNeedsReason: () => 'est nécessaire : pourquoi l’écart est passé en perte',
  isNoDeductionReason: () => 'n’est pas un motif de réfaction enregistré',
  linesAreOpen: ({ lines }, { counted, figure, listed }) =>
    `Décidez d’abord du sort de ${counted(lines.length, { one: 'la ligne', other: 'ces lignes :' })} ${listed(lines.map(figure))} – acceptez, passez l’écart en perte ou réclamez.`,
  tableIsBesideLines: () => 'est indiqué à côté de lignes : envoyez l’un des deux',
  cellIsWrong({ column, value, reason }, write) {
    const named = [column, value && `« ${value} »`].filter(Boolean).join(' ')
    return `${named} ${write.messages([reason])}`.trim()
  },
  linesAreNeeded: () => 'sont nécessaires : ce que l’acheteur dit avoir reçu',
  hasTooManyLines: ({ limit }, { figure }) =>
    `sont plus de ${figure(limit)} : saisissez le décompte en plusieurs parties`,
  hasNotCome: ({ date }, write) => `est dans l’avenir : ${write.date(date)}`,
  isNoWeight: () => 'doit être supérieur à 0 kg',
  statementIsTooLong: ({ first, last }, write) =>
    `vont du ${write.date(first)} au ${write.date(last)} : un décompte porte sur un an au plus`,
  endsBeforeStart: () => 'est antérieur au début',
  settlementWasDeleted: () => 'Le décompte a été supprimé ; ses chargements sont libres pour un autre.',
  stateName: ({ state }) => STATES[state],
  anyGrade: () => 'Toute classe',
}
