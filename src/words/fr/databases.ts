import type { databases as english } from '../en/databases.ts'
import type { SameAs } from '../writing.ts'

const LOST_KEY =
  'Remettez la bonne. Si elle est perdue : npm run granary -- secret reset ; chacun se connecte alors de nouveau, et il faut de nouveaux secrets aux webhooks.'
const BASELINE = 'comme le décrit docs/operations.md. Rien n’a été modifié.'

export const databases: SameAs<typeof english> = {
  databaseIsUnusable: ({ reason }, { messages }) =>
    `DATABASE_URL est inutilisable : ${messages([reason])}. Vérifiez que PostgreSQL est lancé, et que l’adresse, l’utilisateur et la base sont justes, par exemple DATABASE_URL=postgres://granary@localhost:5432/granary`,
  replicaIsUnusable: ({ reason }, { messages }) =>
    `DATABASE_READ_URL est inutilisable : ${messages([reason])}.`,
  serverIsTooOld: ({ version, oldest }) =>
    `PostgreSQL ${version} est trop ancien : il faut la version ${oldest} ou une plus récente`,
  isNoStandby: () => 'ce n’est pas un serveur de secours',
  followsOther: () => 'il ne suit pas ce serveur principal, ou pas encore depuis une bascule',

  migrationIsMisnamed: ({ name }) => `Une migration se nomme comme 0001-first.sql, et non ${name}.`,
  migrationsShareNumber: ({ number }) => `Deux migrations portent le numéro ${number}.`,
  migrationFailed: ({ name, line, problem }) =>
    `La migration ${name} a échoué${line === undefined ? '' : ` à la ligne ${line}`} : ${problem}`,
  migrationStepIsNone: ({ name, step }) =>
    `La migration ${name} a une étape « ${step} » : il y a schema, index, fill et down.`,
  migrationFindsNoMoment: ({ name }) =>
    `La migration ${name} a trouvé ses tables occupées pendant dix minutes. Rien n’a été modifié. Arrêtez les autres processus, ou réessayez à un moment plus calme.`,
  migrationHasNoWayBack: ({ name }) =>
    `La migration ${name} ne peut pas être annulée : rétablissez la sauvegarde faite avant elle.`,
  migrationTakenBack: ({ name }) => `Annulée : ${name}. Lancez maintenant la version précédente.`,
  migrationGoesOn: ({ name, stepsDone, steps, rows }, { figure }) =>
    `${name} : ${stepsDone} étapes sur ${steps} faites, ${figure(rows)} lignes modifiées`,
  schemaDoesNotFit: ({ is }) =>
    is === 'later'
      ? 'Le service a été mis à jour, et ce processus est de la version précédente : il n’accepte plus rien. Réessayez dans un instant.'
      : 'La base de données est d’une version antérieure à ce processus : il n’accepte plus rien. Réessayez dans un instant.',
  databaseIsLater: ({ names }) =>
    `La base de données vient d’une version plus récente : celle-ci ne connaît pas ${names.join(', ')}.`,
  migrationsChanged: ({ names }) =>
    `Modifié après avoir été appliqué : ${names.join(', ')}. Annulez la modification et écrivez une nouvelle migration.`,
  migrationIsLate: ({ name, latest }) =>
    `${name} vient avant ${latest}, qui est déjà appliqué. Donnez-lui un numéro plus élevé.`,
  databaseIsEarlier: ({ count }, { counted, figure }) =>
    `La base de données est d’une version antérieure : il manque ${counted(count, { one: `${figure(count)} migration`, other: `${figure(count)} migrations` })}. Le serveur les applique au démarrage, de même que \`npm run granary -- migrate\`.`,
  databaseIsBeforeBaseline: ({ latest, commit }) =>
    `Cette base de données est d’une version plus ancienne, arrêtée à ${latest}. Mettez-la d’abord à niveau avec le commit ${commit}, ${BASELINE}`,
  backupIsBeforeBaseline: ({ latest, commit }) =>
    `Cette sauvegarde est d’une version plus ancienne, arrêtée à ${latest}. Rétablissez-la avec le commit ${commit} et refaites-y une sauvegarde, ${BASELINE}`,
  databaseKnowsNoLetters: ({ encoding, small }) =>
    `La base de données doit être en UTF8, avec des paramètres régionaux où ÉI donne éi en minuscules ; celle-ci est en ${encoding}, et donne ${small}. Créez-en une autre : create database granary template template0 encoding 'UTF8' locale 'C.UTF-8'`,
  serverIsReplica: () =>
    'Ce PostgreSQL est une réplique et n’accepte pas d’écriture : indiquez le serveur principal dans DATABASE_URL.',
  databaseIsReadOnly: ({ database }) =>
    `La base de données ${database} est réglée en lecture seule (default_transaction_read_only) : indiquez dans DATABASE_URL une base qui accepte les écritures.`,
  roleMayNotCreate: ({ role, what, database, remedy }) =>
    `Le rôle ${role} n’a pas le droit de créer ${what === 'tables' ? 'des tables' : 'des extensions'} dans la base de données ${database}. Rendez-le propriétaire : ${remedy}`,
  roleMayNotChange: ({ role, table, database, remedy }) =>
    `Le rôle ${role} n’a pas le droit de modifier la table ${table} de la base de données ${database}. Prenez le rôle à qui elle appartient, ou cédez-la : ${remedy}`,
  roleMayNotUse: ({ role, table, database, remedy }) =>
    `Le rôle ${role} n’a pas le droit de lire et d’écrire la table ${table} de la base de données ${database}. Prenez le rôle à qui elle appartient, ou cédez-la : ${remedy}`,

  settingOfSecretKey: () => 'le réglage SECRET_KEY',
  secretKeyIsMissing: ({ place }, { messages }) =>
    `La SECRET_KEY de cette base de données manque : il n’y en a pas dans ${messages([place])}. ${LOST_KEY}`,
  secretKeyIsOther: ({ place }, { messages }) =>
    `La SECRET_KEY dans ${messages([place])} n’est pas celle qui a scellé cette base de données. ${LOST_KEY}`,
  secretKeyIsShort: ({ file, length }) =>
    `La clé secrète dans ${file} est trop courte : il faut ${length} caractères tirés au hasard, par exemple avec : openssl rand -base64 32`,
  secretKeyFileIsUnusable: ({ file, reason }, { messages }) =>
    `Le fichier ${file} de la clé secrète est inutilisable : ${messages([reason])}.`,
}
