import type { settings as english } from '../en/settings.ts'
import type { SameAs } from '../writing.ts'

export const settings: SameAs<typeof english> = {
  settingsAreRefused: ({ problems }, { messages }) => problems.map((each) => messages([each])).join('\n'),
  settingIsWrong: ({ name, problem, example }, { messages }) =>
    `${name} ${messages([problem])}, par exemple ${name}=${example}`,
  mustBeWhole: ({ least, most }) => `doit être un nombre entier de ${least} à ${most}`,
  mustBeUrlEscaped: () =>
    'doit être une URL : dans un nom ou un mot de passe, écrivez %23 pour #, %2F pour /, %3F pour ?, %40 pour @, %3A pour : et %25 pour %',
  mustBeUrl: ({ schemes }) =>
    `doit être une URL qui commence par ${schemes.map((scheme) => `${scheme}://`).join(' ou ')}`,
  mustBeWebAddress: () =>
    'doit être une adresse qui commence par http:// ou https://, sans mot de passe, ? ni #',
  mustBeOneOfWords: ({ words }) => `doit être l’un de ${words.join(', ')}`,
  mustBeEither: ({ one, other }) => `doit être ${one} ou ${other}`,
  mustBeOfThisMachine: () => 'doit être une adresse ou un nom de cette machine',
  mustBeNetworks: () => 'doit contenir des réseaux',
  mustBeAddresses: () => 'doit contenir des adresses ou des réseaux, séparés par des virgules',
  mustBeOrigins: () => 'doit indiquer d’où les applications sont servies',
  mustBeHostNames: () => 'doit contenir des noms d’hôtes, sans protocole ni port',
  mustBeHosts: () => 'doit contenir des noms d’hôtes',
  mustBeToken: () => 'doit avoir au moins 20 lettres, chiffres ou signes, sans espace',
  mustBeRandom: ({ length }) => `doit avoir au moins ${length} caractères tirés au hasard`,
  mustStandAlone: ({ other }) => `ne va pas avec ${other} : gardez l’un des deux`,
  mustComeWith: ({ other }) => `demande aussi ${other}`,
  mustBeSchedule: () => 'doit être une heure, ou cinq champs de cron',
  mustBeRetention: () =>
    'doit être trois nombres entiers : jours, semaines et mois dont une sauvegarde est gardée',
  mustBePublicKeys: () => 'doit contenir des clés publiques d’age',
  isNeededForS3: () => 'est nécessaire dès qu’un réglage S3_… est donné',
  isNeededForS3WithoutRole: () => 'est nécessaire dès qu’un réglage S3_… est donné sans rôle AWS',
  mustBeBucket: () => 'doit être le nom d’un bucket, sans adresse ni dossier',
  mustBeMailbox: () => 'doit être un expéditeur avec son adresse',
  isNeededBesideSetting: ({ other }) => `est nécessaire quand ${other} est donné`,
  mustBeMailAddress: () => 'doit être une adresse e-mail',
  mustBeTemplates: () => 'doit être une liste de modèles en JSON',
  mustBeIssuersAsJson: () => 'doit être du JSON : une liste d’émetteurs',
  mustBeIssuers: ({ fields }) =>
    `doit être une liste d’objets avec issuer (une URL) et audience, et au besoin ${fields.join(', ')}`,
  mustNameIssuersOnce: () => 'doit nommer chaque émetteur une seule fois',
  needsPrimary: () => 'demande DATABASE_URL : il désigne un serveur de secours de ce PostgreSQL',
  asksForOtherServer: ({ parameter, target }) =>
    `contient ${parameter}=${target}, et il faut à Granary un serveur qui accepte les écritures : read-write`,
  namesServersBehind: () =>
    'nomme plusieurs serveurs après le point d’interrogation : nommez-les avant la base de données',
  namesCluster: () =>
    'désigne un Redis Cluster, dont Granary ne se sert pas : indiquez un seul Redis, ou un groupe surveillé par Sentinel',
  namesSeveralServers: () =>
    'nomme plusieurs serveurs, ce qui ne convient qu’à un groupe surveillé par Sentinel',
  mustNameSentinels: () => 'doit nommer chaque Sentinel sous la forme host:port, avec des virgules',
  mustEndInGroup: () => 'doit finir par le nom du groupe que Sentinel surveille',
  hasUnknownParameter: ({ parameter, known }) =>
    `contient ${parameter} ; seul ${known} est connu à cet endroit`,

  isUnreadable: ({ file, reason }, { messages }) => `Impossible de lire ${file} : ${messages([reason])}`,
  portIsInUse: ({ port, host }) =>
    `PORT ${port} est occupé sur ${host} : arrêtez ce qui s’en sert, ou prenez-en un autre, par exemple PORT=${port + 1}`,
  portIsReserved: ({ port }) =>
    `PORT ${port} n’est pas permis à ce compte : prenez-en un à partir de 1024, par exemple PORT=3000`,
  hostIsNotHere: ({ host, code }) =>
    `HOST ${host} n’est pas une adresse de cette machine (${code}) ; prenez par exemple HOST=127.0.0.1`,
  certificateIsOfOtherKey: ({ cert, key }) =>
    `TLS_CERT ${cert} et TLS_KEY ${key} ne vont pas ensemble : il faut un certificat et sa propre clé, en PEM, la clé sans phrase secrète`,
  roleHasNoKeys: ({ reason }, { messages }) =>
    `Le rôle pour S3 ne reçoit pas de clés : ${messages([reason])}`,
  containerEndpointAnswered: ({ status, text }) =>
    `le point d’accès aux identifiants du conteneur a répondu ${status} : ${text}`,
  stsAnswered: ({ status, text }) => `STS a répondu ${status} : ${text}`,
  keysAreMissing: ({ status }) => `la réponse (${status}) ne donne pas de clés, ou pas leur échéance`,

  dataDirIsUnusable: ({ directory, problem }, { messages }) =>
    `DATA_DIR ${directory} est inutilisable : ${messages([problem])}`,
  fileIsClosed: ({ file, example }) =>
    `ce compte n’a pas le droit de lire et d’écrire ${file}. Rendez-le propriétaire de tout ce qui s’y trouve, ou indiquez un autre dossier, par exemple ${example}`,
  diskNeedsRoom: ({ reason, example }, { messages }) =>
    `${messages([reason])}. Faites de la place, ou indiquez un dossier sur un autre disque, par exemple ${example}`,
  nameDirectory: ({ reason, example }, { messages }) =>
    `${messages([reason])}. Indiquez un dossier dans lequel ce compte peut écrire, par exemple ${example}`,
  noDirectoryIn: ({ parent }) => `impossible de créer un dossier dans ${parent}`,
  diskIsNearlyFull: ({ megabytes, directory }) =>
    `il reste moins de ${megabytes} Mo sur le disque de ${directory}`,
  dataDirIsOfOther: ({ directory, owner, me }) =>
    `DATA_DIR ${directory} appartient à ${owner}, et vous êtes ${me} : les fichiers créés ici seraient fermés au service. Lancez la même commande en tant que ${owner}, par exemple : runuser -u ${owner} -- …`,
  dataDirIsInUse: ({ directory }) =>
    `Le dossier de données ${directory} sert déjà à un autre processus. Arrêtez-le d’abord, ou donnez à celui-ci son propre DATA_DIR.`,
  dataDirHasNoDatabase: ({ directory }) =>
    `DATA_DIR ${directory} ne contient pas de base de données. Indiquez le dossier de la vôtre, par exemple DATA_DIR=./data-dir, ou créez-en une avec : npm run granary -- init`,
  databaseHasMoved: ({ directory, mark }) =>
    `DATABASE_URL n’est pas définie, et la base de données intégrée dans ${directory} est l’ancienne : le service est passé à PostgreSQL. Définissez DATABASE_URL comme pour le service ; pour revenir à l’ancienne base, supprimez ${mark}.`,
}
