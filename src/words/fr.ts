import type { Sentences, Thing, TypeName, Within } from './catalogue.ts'

const TYPES: Record<TypeName, string> = {
  string: 'un texte',
  number: 'un nombre',
  integer: 'un nombre entier',
  boolean: 'vrai ou faux (true, false)',
  object: 'un groupe de champs',
  array: 'une liste',
  null: 'vide (null)',
}

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

export const fr: Sentences = {
  isNeeded: () => 'est nécessaire',
  isNoField: ({ name }) => `« ${name} » n’est pas un champ de cette opération`,
  isNoParameter: ({ name }) => `« ${name} » n’est pas un paramètre de cette opération`,
  isSentTwice: () => 'est indiqué plusieurs fois',
  needsBody: () => 'demande un contenu en JSON',
  takesNoBody: () => 'ne prend pas de contenu, ou un objet vide',
  isNoChoice: ({ choices, mayBeEmpty }) =>
    `doit être l’un de ceux-ci : ${choices.join(', ')}${mayBeEmpty ? ', ou vide' : ''}`,
  isNoType({ types, weight }, { figure }) {
    const words = `doit être ${types.map((type) => TYPES[type]).join(' ou ')}`
    return weight === undefined ? words : `${words} : indiquez le poids seul, ${figure(weight)}`
  },
  isBelow: ({ limit }, { figure }) => `doit être au moins ${figure(limit)}`,
  isAbove: ({ limit }, { figure }) => `doit être au plus ${figure(limit)}`,
  isNotAbove: ({ limit }, { figure }) => `doit être supérieur à ${figure(limit)}`,
  isNotBelow: ({ limit }, { figure }) => `doit être inférieur à ${figure(limit)}`,
  isTooShort: ({ limit }, { figure }) => `doit avoir au moins ${figure(limit)} caractères`,
  isTooLong: ({ limit }, { figure }) => `doit avoir au plus ${figure(limit)} caractères`,
  hasTooFew: ({ limit }, { counted, figure }) =>
    `doit avoir au moins ${counted(limit, { one: 'une entrée', other: `${figure(limit)} entrées` })}`,
  hasTooMany: ({ limit }, { counted, figure }) =>
    `doit avoir au plus ${counted(limit, { one: 'une entrée', other: `${figure(limit)} entrées` })}`,
  hasTooManyNames: ({ limit }, { counted, figure }) =>
    `doit avoir au plus ${counted(limit, { one: 'un nom', other: `${figure(limit)} noms` })}`,
  isEmpty: () => 'ne doit pas être vide',
  isBlank: () => 'ne doit pas être fait d’espaces seules',
  hasNul: () => 'ne doit pas contenir de caractère NUL',
  hasNoFormat: ({ example }) =>
    example === undefined ? 'n’a pas la forme demandée' : `doit ressembler à ${example}`,
  isNoDate: () => 'doit être une date de 1800 à 2199, comme 2026-08-14 ou 2026-08-14T09:30',
  isInvalid: () => 'n’est pas valable',
  fieldIsWrong: ({ path, faults }, { field, messages }) => `${field(path)} : ${messages(faults)}`,
  fieldsAreWrong: ({ count, paths }, { field, figure, listed }) =>
    `${figure(count)} saisies sont à revoir : ${listed([...new Set(paths.map(field))], MORE)}.`,
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
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` dans ${place}`
    const taken = takenBy === undefined ? '' : `, quand le mouvement ${takenBy} y prend`
    const at = `Le ${write.day(atUTC, timeZone)} à ${write.time(atUTC, timeZone)}`
    return `Il n’y en a pas autant à cet endroit. ${at}, il manquerait ${write.weight(weight)} de « ${stock} »${where}${taken}. Rien n’a été modifié.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) =>
    `Chargement ${place} sur ${count} : ${messages([refusal])}`,
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  dayStarts: ({ day }) =>
    `${day} sans heure est le début de ce jour : si le stock est parti plus tard, indiquez l’heure.`,
  sendTogether: () =>
    'Si d’autres mouvements sont aussi à corriger, envoyez-les tous à PUT /api/inventory/movements/bulk : ensemble, ils ne sont jugés qu’à la fin.',
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
