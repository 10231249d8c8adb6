import type { requests as english } from '../en/requests.ts'
import type { Thing, Within } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const NONE: Record<Thing, string> = {
  user: 'd’utilisateur',
  record: 'de stock',
  file: 'de fichier',
  'storage location': 'de lieu de stockage',
  settlement: 'de décompte',
  organisation: 'd’organisation',
  movement: 'de mouvement',
  'storage contract': 'de contrat de stockage',
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
  delivery: 'de livraison',
  country: 'de pays',
  'business unit': 'd’unité',
  adjustment: 'de correction',
  address: 'd’adresse',
  'API key': 'de clé d’API',
}

const WITHIN: Record<Within, string> = {
  yours: 'chez vous',
  plan: 'dans ce plan',
  settlement: 'dans ce décompte',
  record: 'pour ce stock',
  adjustment: 'sur cette correction',
  unarchived: 'parmi ce qui n’est pas encore archivé',
}

const MORE = (left: number) => `et ${left} autres`

export const requests: SameAs<typeof english> = {
  isNotThere({ what, id, within, place }) {
    const where = place === undefined ? within && WITHIN[within] : `dans ${place}`
    const named =
      id === undefined ? `Il n’y a pas ${NONE[what]} de ce genre` : `Il n’y a pas ${NONE[what]} ${id}`
    return where === undefined ? `${named}.` : `${named} ${where}.`
  },
  areNotThere: ({ what, ids }, { listed }) =>
    `Il n’y a pas ${NONE[what]} sous ces numéros : ${listed(ids, MORE)}.`,
  addressIsNotThere: ({ method, address }) =>
    `${method} ${address} n’existe pas. Voyez /docs pour ce qui existe.`,
  addressIsTooLong: () => 'Cette adresse est trop longue.',
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  hasChanged: () => 'Quelqu’un d’autre l’a modifié entre-temps. Relisez, puis décidez.',
  valueIsTaken: () => 'Une autre entrée a déjà cette valeur.',
  requestIsTooLarge: () => 'La demande est plus grande que ce qui est accepté ici.',
  bodyIsNoJson: () => 'Envoyez le contenu en application/json, ou avec un fichier en multipart/form-data.',
  isStopping: () => 'Le service s’arrête ; renvoyez la demande dans un instant.',
  diskIsFull: () =>
    'Le disque est plein, et rien n’a été modifié. Ce qui est enregistré se lit ; renvoyez la demande quand il y aura de la place.',
  databaseIsAway: () =>
    'La base de données ne peut pas enregistrer ou répondre en ce moment. Renvoyez la demande ; avec une Idempotency-Key elle n’est faite qu’une fois, même si seule la réponse s’est perdue.',
  wentWrong: ({ requestId }) =>
    `Une erreur s’est produite chez nous. Indiquez la demande ${requestId} en la signalant.`,
}
