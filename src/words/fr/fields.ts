import type { fields as english } from '../en/fields.ts'
import type { FilterKind, TypeName } from '../terms.ts'
import type { SameAs } from '../writing.ts'

const TYPES: Record<TypeName, string> = {
  string: 'un texte',
  number: 'un nombre',
  integer: 'un nombre entier',
  boolean: 'vrai ou faux (true, false)',
  object: 'un groupe de champs',
  array: 'une liste',
  null: 'vide (null)',
}

const KINDS: Record<FilterKind, string> = {
  int: 'un nombre entier',
  uuid: 'un identifiant',
  boolean: 'true ou false',
  text: 'un texte',
}

const TAG = '"dGhpcyBpcyBub3QgYSByZWFs"'

export const fields: SameAs<typeof english> = {
  isNeeded: () => 'est nécessaire',
  isNoField: ({ name }) => `« ${name} » n’est pas un champ de cette opération`,
  isNoParameter: ({ name }) => `« ${name} » n’est pas un paramètre de cette opération`,
  isSentTwice: () => 'est indiqué plusieurs fois',
  needsBody: () => 'demande un contenu en JSON',
  takesNoBody: () => 'ne prend pas de contenu, ou un objet vide',
  isNoChoice: ({ choices, mayBeEmpty }) =>
    `doit être l’un de ceux-ci : ${choices.join(', ')}${mayBeEmpty ? ', ou vide' : ''}`,
  isNoType({ types, weight }, { figure }) {
    const words = `doit être ${types.map((type) => TYPES[type]).join(' ou ')}`
    return weight === undefined ? words : `${words} : indiquez le poids seul, ${figure(weight)}`
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
  fieldIsWrong: ({ path, faults }, { field, messages }) => `${field(path)} : ${messages(faults)}`,
  more: ({ left }, { counted, figure }) => counted(left, { one: '1 autre', other: `${figure(left)} autres` }),
  fieldsAreWrong: ({ count, paths }, { fields, figure, listed }) =>
    `${figure(count)} saisies sont à revoir : ${listed(fields(paths))}.`,
  mustBeFile: () => 'doit être un fichier',
  mustBeNoFile: () => 'ne doit pas être un fichier',
  hasTooManyBytes: ({ limit }, { figure }) => `doit avoir au plus ${figure(limit)} octets`,
  isNotUtf8: () => 'doit être un texte en UTF-8',
  hasHalfCharacter: () => 'ne doit pas contenir une moitié de caractère (surrogate)',
  isNoneOf: ({ value, choices }, { or }) => `doit être ${or(choices)}, et non « ${value} »`,
  isTooLargeNumber: ({ value }) => `est un nombre trop grand : « ${value} »`,
  isNoValueOf: ({ value, kind }) => `doit être ${KINDS[kind]}, et non « ${value} »`,
  valueIsWrong: ({ value, reason }, { messages }) => `« ${value} » ${messages([reason])}`,
  isOneOfTooMany: ({ limit }, { figure }) =>
    `a trop de valeurs : tous les filtres ensemble en acceptent au plus ${figure(limit)}`,
  isNoEntityTag: () =>
    `n’est pas un entity tag : envoyez l’ETag d’une réponse tel quel, guillemets compris, comme ${TAG}`,
  isNoIdempotencyKey: () => 'doit être fait de 1 à 200 caractères ASCII visibles',
  hasTooManyIds: ({ limit }, { figure }) => `doit avoir au plus ${figure(limit)} identifiants`,
  contradicts: ({ field: path }, { field }) =>
    `dit autre chose que ${field(path)} (${path}) : envoyez l’un des deux`,
  isHeavierThanLorries: ({ weight, limit }, write) =>
    `est de ${write.weight(weight)}, et aucun camion ne pèse plus de ${write.weight(limit)} : y a-t-il un chiffre de trop ?`,
  isNoSource: ({ sources }) => `doit être l’un de ceux-ci : ${sources.join(', ')}, ou être omis`,
  hasControls: () => 'ne doit pas avoir de caractères de contrôle',
  mustBeOneOf: ({ choices }, { or }) => `doit être ${or(choices)}`,
  isNoHarvestYear: ({ isSplit }) =>
    `doit être une année de récolte comme 2026${isSplit ? ' ou 2026/27' : ''}`,
  mustBePositive: () => 'doit être supérieur à 0',
  standsTwice: () => 'figure ici deux fois',
}
