import type { requests as english } from '../en/requests.ts'
import type { Thing, Within } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const NONE: Record<Thing, string> = {
  user: 'd’utilisateur',
  record: 'de stock',
  file: 'de fichier',
  'storage location': 'de lieu de stockage',
  settlement: 'de décompte',
  hold: 'de blocage',
  reservation: 'de réservation',
  confirmation: 'de confirmation',
  'bay check': 'de contrôle',
  'stock-take': 'd’inventaire',
  period: 'de période',
  exception: 'd’exception',
  organisation: 'd’organisation',
  movement: 'de mouvement',
  'storage contract': 'de contrat de stockage',
  contract: 'de contrat d’achat ou de vente',
  order: 'd’ordre',
  tariff: 'de tarif',
  'report mailing': 'de rapport par e-mail',
  'statement of charges': 'de relevé de frais',
  import: 'd’import',
  'harvest plan': 'de plan de récolte',
  conversation: 'de conversation',
  bay: 'de cellule',
  partner: 'de partenaire',
  load: 'de chargement',
  'conversation about listing': 'de conversation sur l’offre',
  word: 'de mot',
  'what3words address': 'd’adresse what3words',
  webhook: 'de webhook',
  'trade availability record': 'd’offre',
  store: 'de silo',
  storage: 'de silo',
  'storage note': 'de note sur le silo',
  'short link': 'de lien court',
  question: 'de question',
  paper: 'de document',
  owner: 'de propriétaire',
  'open session': 'de session ouverte',
  'open invitation': 'd’invitation ouverte',
  line: 'de ligne',
  job: 'de tâche',
  identity: 'd’identité',
  'factor reset': 'de lien à usage unique',
  passkey: 'de clé d’accès',
  delivery: 'd’envoi',
  country: 'de pays',
  'business unit': 'd’unité',
  adjustment: 'de correction',
  address: 'd’adresse',
  'API key': 'de clé d’API',
  domain: 'de domaine',
  deletion: 'de suppression',
  'organisation export': 'd’export de l’organisation',
  backup: 'de sauvegarde',
  commodity: 'de grain',
}

const WITHIN: Record<Within, string> = {
  yours: 'chez vous',
  plan: 'dans ce plan',
  settlement: 'dans ce décompte',
  'stock-take': 'dans cet inventaire',
  record: 'pour ce stock',
  adjustment: 'sur cette correction',
  unarchived: 'parmi ce qui n’est pas encore archivé',
}

export const requests: SameAs<typeof english> = {
  isNotThere({ what, id, within, place }) {
    const where = place === undefined ? within && WITHIN[within] : `dans ${place}`
    const named =
      id === undefined ? `Il n’y a pas ${NONE[what]} de ce genre` : `Il n’y a pas ${NONE[what]} ${id}`
    return where === undefined ? `${named}.` : `${named} ${where}.`
  },
  areNotThere: ({ what, ids }, { listed }) => `Il n’y a pas ${NONE[what]} sous ces numéros : ${listed(ids)}.`,
  addressIsNotThere: ({ method, address }) =>
    `${method} ${address} n’existe pas. Voyez /docs pour ce qui existe.`,
  addressIsTooLong: () => 'Cette adresse est trop longue.',
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  hasChanged: () => 'Quelqu’un d’autre l’a modifié entre-temps. Relisez, puis décidez.',
  valueIsTaken: () => 'Une autre entrée a déjà cette valeur.',
  requestIsTooLarge: () => 'La demande est plus grande que ce qui est accepté ici.',
  bodyIsNoJson: () => 'Envoyez le contenu en application/json, ou avec un fichier en multipart/form-data.',
  isStopping: () => 'Le service s’arrête ; renvoyez la demande dans un instant.',
  diskIsFull: () =>
    'Le disque est plein, et rien n’a été modifié. Ce qui est enregistré se lit ; renvoyez la demande quand il y aura de la place.',
  databaseIsAway: () =>
    'La base de données ne peut pas enregistrer ou répondre en ce moment. Renvoyez la demande ; avec une Idempotency-Key elle n’est faite qu’une fois, même si seule la réponse s’est perdue.',
  wentWrong: ({ requestId }) =>
    `Une erreur s’est produite chez nous. Indiquez la demande ${requestId} en la signalant.`,
  tooManyAreWaiting: ({ limit }, { figure }) =>
    `Votre organisation a déjà ${figure(limit)} demandes en attente. Envoyez-en moins à la fois.`,
  tooManyFilesAreSent: ({ count }, { figure }) =>
    `Votre organisation envoie déjà ${figure(count)} fichiers en ce moment. Envoyez le suivant quand l’un d’eux sera arrivé.`,
  isAnotherOrganisation: () =>
    'organisationId désigne une autre organisation que celle pour laquelle vous agissez.',
  senderHasLeft: () => 'La personne qui envoyait le fichier n’est plus connectée.',
  isNoForm: () => 'Envoyez le fichier et ses champs en multipart/form-data.',
  fileIsTooLarge: ({ megabytes }, { figure }) =>
    `Le fichier dépasse les ${figure(megabytes)} Mo acceptés ici.`,
  formHasTooManyParts: ({ limit }, { figure }) =>
    `Le formulaire a trop de parties : un fichier et au plus ${figure(limit)} champs sont acceptés.`,
  formIsUnreadable: () => 'Le formulaire n’a pas pu être lu.',
  requestIsUnreadable: () => 'La demande n’a pas pu être lue.',
  hostIsUnknown: ({ host }) =>
    `Ce service ne répond pas sous le nom ${host}. La personne qui le gère peut ajouter ce nom à ALLOWED_HOSTS.`,
  headersAreTooLarge: () => 'L’adresse et les en-têtes de la demande dépassent les 16 Ko permis.',
  requestCameTooSlowly: () => 'La demande n’est pas arrivée à temps.',
  isNoRequest: () => 'Ce n’est pas une demande que HTTP/1.1 connaît.',
  isStoppingUnchanged: () => 'Le service s’arrête ; rien n’a été modifié. Réessayez dans un instant.',
  rangeIsOutside: ({ sizeBytes }, { figure }) =>
    `Le fichier a ${figure(sizeBytes)} octets ; il n’y a rien dans la plage demandée.`,
  metricsAreForOperators: () =>
    'Ces chiffres sont pour qui gère le service : demandez-les sur sa propre machine, ou définissez METRICS_TOKEN et envoyez-le en Authorization: Bearer.',
  hasSeveralHosts: () => 'La demande a plus d’un en-tête « Host ». Envoyez-en un seul.',
  isNoHost: () => 'L’en-tête « Host » n’est pas un hôte, comme granary.example ou 127.0.0.1:3000.',
  isForOwnPages: () => 'Ceci n’est que pour les pages de ce service même.',
  idempotencyKeyWasUsed: () =>
    'Cette Idempotency-Key a servi à une autre demande. Prenez une nouvelle clé pour une nouvelle demande.',
  idempotencyKeyIsInUse: () =>
    'Une demande avec cette Idempotency-Key est encore en cours. Redemandez dans un instant.',
  nothingIsHere: () => 'Il n’y a rien à cette adresse.',
  bodyIsPacked: ({ encoding }) => `Envoyez le contenu tel quel, et non compressé en ${encoding}.`,
  bodyIsNotUtf8: () => 'Le contenu n’est pas en UTF-8, comme JSON doit l’être.',
  bodyIsTooDeep: ({ limit }, { figure }) => `Le contenu est imbriqué sur plus de ${figure(limit)} niveaux.`,
  objectHasTooManyFields: ({ limit }, { figure }) => `Un objet du contenu a plus de ${figure(limit)} champs.`,
  bodyHasTooManyValues: ({ limit }, { figure }) => `Le contenu a plus de ${figure(limit)} valeurs.`,
  tooManyPapers: () => 'Trop de documents sont en cours d’impression. Réessayez.',
  paperTookTooLong: () => 'L’impression du document a pris trop de temps. Réessayez.',
  tooManyRequests: ({ seconds }, { counted, figure }) =>
    `Trop de demandes. Réessayez dans ${counted(seconds, { one: 'une seconde', other: `${figure(seconds)} secondes` })}.`,
  isDryRun: ({ answers }) =>
    `Un essai ; rien n’a été enregistré. ${answers.length > 0 ? `La réponse serait : ${answers.join(' ')}` : 'Ce serait accepté.'}`,
  clocksWentForward: ({ time, date, takenUTC, timeZone }, write) =>
    `Il n’y a pas eu de ${time} le ${write.date(date)} (${timeZone}), car on a avancé les horloges : ${write.time(takenUTC, timeZone)} est retenu.`,
  pageIsMadeReady: () => 'La console est en préparation. Cette page réessaie d’elle-même.',
  pageCouldNotBeBuilt: ({ docs }) =>
    `La console n’a pas pu être construite, et voici pourquoi. L’API fonctionne : voyez ${docs}.`,
  buildPageAgain: ({ command }) =>
    `Corrigez cela et relancez le service, ou lancez ${command} pour en voir plus.`,
}
