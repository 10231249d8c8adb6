import type { loadSheets as english } from '../en/load-sheets.ts'
import type { SameAs } from '../writing.ts'
import { corrected, listed } from './differences.ts'

export const loadSheets: SameAs<typeof english> = {
  standsBesideField: () => 'est à côté d’une parcelle : un chargement vient de l’une des deux',
  standsBesideStore: () => 'est à côté d’un silo où va le chargement : il va à un seul des deux',
  loadGoesOn: () =>
    'est la destination d’un chargement entré dans ce silo par un autre : écrivez une ligne pour chacun des deux',
  placeIsNeeded: () => 'est nécessaire : où le chargement est allé, ou d’où il vient',
  originIsNeeded: () => 'est nécessaire : de quel de vos silos, ou de quelle parcelle, vient le chargement',
  routeIsUnclear: () =>
    'ne dit pas ce qu’est le chargement : indiquez la parcelle ou le fournisseur d’où il vient, ou le destinataire ou l’autre silo où il est allé',
  neverLayHere: () =>
    'reçoit un chargement qui n’a jamais été chez vous : seul est tenu ce qui entre, se trouve ou pousse chez vous',
  isNegative: () => 'ne doit pas être inférieur à 0',
  weightIsNeeded: () => 'est nécessaire, ou le poids brut et la tare',
  isNotAboveTare: () => 'doit dépasser la tare',
  isNotAboveNet: () => 'doit dépasser le net',
  weightsDisagree: ({ net, difference }, { weight }) =>
    `est de ${weight(net)}, et brut moins tare ${weight(difference)} : corrigez l’un des trois`,
  timesDiffer: ({ taken, beside }) =>
    `La date indique ${taken}, et l’heure à côté ${beside} : c’est ${taken} qui compte.`,
  isNoMoment: () => 'doit être une date de 1800 à 2199',
  isInFuture: () => 'est dans l’avenir : une feuille de chargements contient ceux qui ont eu lieu',
  comesFromThatBay: () => 'est la cellule d’où vient le chargement',
  bushelsNeedCommodity: () => 'est en boisseaux, la culture est donc nécessaire',
  intakeNeedsIt: () => 'est nécessaire pour une réception',
  isNoContractOfYours: () => 'n’est aucun de vos contrats de stockage, ni un achat confirmé auprès d’eux',
  isAboveFigure: ({ limit, unit }, { figure }) => `doit être au plus ${figure(limit)} ${unit}`,
  isNoYesOrNo: () => 'doit être oui ou non',
  measuredIsLeftOut: () =>
    'Les mesures sont tenues pour les chargements qui entrent dans un silo, donc pas pour celui-ci.',
  contractIsOfOwner: () =>
    'Le contrat n’est pas lu pour un chargement venant d’une parcelle : il entre sous le contrat de stockage de son propriétaire.',
  contractIsLeftOut: () => 'Le contrat n’est pas lu pour un transilage entre deux de vos cellules.',
  partyIsUnknown: () =>
    'n’est pas connu ici : corrigez, ou faites créer les nouveaux partenaires avec le fichier',
  hasSeveralCrops: ({ crops }, { listed }) =>
    `a plusieurs cultures : dites sous Culture ou Année de récolte de laquelle vient le chargement : ${listed(crops)}`,
  hasNoCrop: () =>
    'n’a pas de culture ici : saisissez-la avec l’import des cultures sur les parcelles, ou à la main',
  hadNoSuchCrop: ({ crops }, { listed }) =>
    `n’avait pas cette culture à ce moment, il y a : ${listed(crops)}`,
  cropsHaveOwners: ({ field }) =>
    `est nécessaire : les cultures de « ${field} » sont à plusieurs propriétaires`,
  didNotLieThere: ({ place, crops }, { listed }) =>
    `Le chargement ne peut pas venir de ${place}. ${
      crops.length === 0 ? 'Rien ne s’y trouvait' : `Il s’y trouvait ${listed(crops)}`
    } à ce moment.`,
  hadSeveralStocks: ({ crops }, { listed }) =>
    `avait plusieurs stocks, ${listed(crops)} : dites lequel sous Culture, Année de récolte ou Propriétaire`,
  loadWasEntered: () => 'Le chargement a été saisi.',
  loadWasThere: () => 'Ce chargement était déjà saisi ; rien n’a été ajouté.',
  rowIsRepeated: () =>
    'Une ligne au-dessus dit la même chose et n’a pas non plus de bon de pesée : les deux ont été saisies. Si c’était un seul chargement, supprimez-en un.',
  ticketIsSeveral: ({ count }, { figure }) =>
    `Ce bon de pesée était déjà saisi en ${figure(count)} mouvements, qui pèsent autrement : corrigez-les à la main.`,
  ticketDiffers: ({ differences }, write) =>
    `Ce bon de pesée était déjà saisi : ${listed(differences, write)}. Pour le corriger, envoyez le fichier avec update=true.`,
  loadWasCorrected: ({ differences }, write) =>
    `Le chargement a été corrigé : ${corrected(differences, write)}.`,
  ticketIsOther: ({ differences, movementId }, write) =>
    `Ce bon de pesée était déjà saisi, mais pas ainsi : ${listed(differences, write)}. Cela ne se corrige pas par un fichier : supprimez le mouvement ${movementId} et renvoyez la ligne.`,
  rowsHaveTicket({ rows, isUnsure }, { counted, listed }) {
    const same = counted(rows.length, {
      one: `La ligne ${listed(rows.map(String))} du fichier a le même bon de pesée et dit autre chose`,
      other: `Les lignes ${listed(rows.map(String))} du fichier ont le même bon de pesée et disent autre chose`,
    })
    const answer = isUnsure ? ' Si ce sont d’autres chargements, envoyez le fichier avec sameNumber=new.' : ''
    return `${same}. Un camion pour plusieurs cellules se saisit à la main.${answer}`
  },
  dayWasTaken: ({ as }) =>
    `La ligne n’a pas d’heure ; ${as === 'start' ? 'le début' : 'la fin'} de son jour a été retenu${as === 'start' ? '' : 'e'}.`,
  numberIsUnsure({ movementId, atUTC, timeZone, weight, lorry }, write) {
    const by = lorry === null ? '' : `, camion ${lorry}`
    return `Un chargement du ${write.day(atUTC, timeZone)} a ce numéro : mouvement ${movementId}, ${write.weight(weight)}${by}. Ce peut être celui-là ou un autre. Envoyez le fichier avec sameNumber=new si ces lignes sont d’autres chargements, ou avec sameNumber=update si elles le corrigent.`
  },
}
