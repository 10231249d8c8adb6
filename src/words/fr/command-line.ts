import type { commandLine as english } from '../en/command-line.ts'
import type { SameAs } from '../writing.ts'

const STATUSES: Record<string, string> = { active: 'actif', suspended: 'suspendu' }

export const commandLine: SameAs<typeof english> = {
  indicatorIsHeard: () => 'L’indicateur émet.',
  indicatorIsNotHeard: ({ problem }) =>
    `Rien n’arrive de l’indicateur : ${problem ?? 'il n’envoie plus rien'}. Un nouvel essai a lieu toutes les deux secondes.`,
  meterIsHeard: () => 'L’analyseur émet.',
  meterIsNotHeard: ({ problem }) =>
    `Rien n’arrive de l’analyseur : ${problem ?? 'il n’envoie plus rien'}. Un nouvel essai a lieu toutes les deux secondes.`,
  ofSecondBridge: ({ reason }, { messages }) => `Deuxième pont-bascule : ${messages([reason])}`,
  scalePortIsInUse: ({ port }) =>
    `Le port ${port} est occupé : un autre granary scale est peut-être déjà lancé.`,
  pagesHearIndicator: ({ origins }, { and }) =>
    `Les pages de ${and(origins)} reçoivent l’indicateur sur cet ordinateur.`,
  indicatorIsNotNamed: () =>
    'Il faut --tcp ou --device, et un seul des deux, ou --meter seul. Voir : npm run granary -- scale --help',
  tcpIsNoAddress: () => 'L’adresse doit être un hôte et un port, par exemple --tcp 192.168.1.50:4001',
  baudIsNoRate: () => '--baud doit être un nombre entier et va avec un port série, par exemple --baud 9600',
  originIsNoAddress: () => '--origin doit être une adresse, par exemple https://granary.example',
  makeIsUnknown: ({ makes }) =>
    `--ask doit être l’un de ${makes.join(', ')}, ou ce qu’il faut envoyer, par exemple 'W\\r'`,
  platformAdminsAre: ({ count }, { counted, figure }) => {
    if (count === 0)
      return 'Personne n’est administrateur de la plateforme : npm run granary -- user platform-admin en désigne un.'
    const people = counted(count, {
      one: `${figure(count)} personne est administrateur de la plateforme`,
      other: `${figure(count)} personnes sont administrateurs de la plateforme`,
    })
    return `${people}, pour toutes les organisations : npm run granary -- user list les nomme, user platform-admin les change.`
  },
  databaseIsMigrated: () =>
    'Le service démarre : la base de données est mise à niveau. Réessayez dans un instant.',
  serviceIsAt: ({ url }) => `Granary est à l’adresse ${url} ; son API est décrite à ${url}/docs`,
  makeFirstOrganisation: ({ url, code }) =>
    `Il n’y a pas encore d’organisation. Créez-la dans un navigateur, avec le code à usage unique ${code} :
  ${url}/welcome#${code}`,

  optionIsNeeded: ({ option, command }) =>
    `--${option} est nécessaire. Voir : npm run granary -- ${command} --help`,
  operandsAreNeeded: ({ operands, command }) =>
    `${command} demande ${operands}, et rien d’autre. Voir : npm run granary -- ${command} --help`,
  cannotBeParsed: ({ problem, command }) => `${problem}. Voir : npm run granary -- ${command} --help`,
  commandGoesWith: ({ word, others }) =>
    `« ${word} » va avec l’un de : ${others.join(', ')}. Voir : npm run granary -- --help`,
  commandIsUnknown: ({ word }) => `Il n’y a pas de commande « ${word} ». Voir : npm run granary -- --help`,
  accountMayNot: () => 'ce compte n’en a pas le droit',
  isAFile: () => 'c’est un fichier',
  isAFolder: () => 'c’est un dossier',
  noFileOrFolder: () => 'il n’y a pas de tel fichier ni de tel dossier',
  diskHasNoRoom: () => 'le disque est plein',
  pathLeadsThroughFile: () => 'son chemin passe par un fichier',
  diskTakesNoWrites: () => 'le disque n’accepte pas d’écriture',
  namedFileIsUnreadable: ({ file, reason }, { messages }) =>
    `Impossible de lire ${file} : ${messages([reason])}.`,

  databaseIs: ({ place }, { messages }) => `Base de données : ${messages([place])}`,
  databaseIsOfServer: ({ place }, { messages }) =>
    `Base de données : ${messages([place])}, telle que le serveur en marche la tient`,
  embeddedIn: ({ directory }) => `intégrée, dans ${directory}`,
  settingsAreSound: ({ place, address }, { messages }) =>
    `Les réglages sont bons. Base de données : ${messages([place])}. Adresse : ${address}.`,
  noDatabaseYet: ({ directory }) => `Il n’y a pas encore de base de données dans ${directory}.`,
  databaseIsUpToDate: () => 'La base de données est à jour.',
  migrationsApplied: ({ names, isDryRun }) =>
    `${isDryRun ? 'Serait appliqué' : 'Appliqué'} :\n${names.map((name) => `  ${name}`).join('\n')}`,

  nobodyHasAccount: () => 'Personne n’a de compte.',
  accountInList: (account) => {
    const { email, status, role, isSuspendedThere, organisation, isPlatformAdmin, isEmailProved } = account
    return [
      email,
      STATUSES[status] ?? status,
      isSuspendedThere ? `${role}, suspendu dans cette organisation` : (role ?? 'sans rôle'),
      organisation ? `${organisation.name} (${organisation.id})` : 'sans organisation',
      ...(isPlatformAdmin ? ['administrateur de la plateforme'] : []),
      ...(isEmailProved ? [] : ['adresse non confirmée']),
    ].join('  ')
  },
  joinsWithAccount: ({ email, isPasswordGiven }) =>
    `${email} rejoint l’organisation avec le compte qui existe déjà.${isPasswordGiven ? ' Son mot de passe reste ; user set-password le change.' : ''}`,
  signsInWithPassword: ({ email, password }) => `${email} peut se connecter avec le mot de passe ${password}`,
  userIsSuspended: ({ email }) => `${email} est suspendu.`,
  userMaySignIn: ({ email }) => `${email} peut se connecter de nouveau.`,
  platformAdminIsSet: ({ email, isRemoved }) =>
    `${email} ${isRemoved ? 'n’est plus' : 'est'} administrateur de la plateforme.`,
  passwordWouldBeSeen: () =>
    '--password montrerait le mot de passe à toute personne qui liste les processus de cette machine. Écrivez-le dans un fichier et indiquez --password-file <file>, ou --password-file - et tapez-le.',
  passwordFileIsEmpty: () => '--password-file ne contient pas de mot de passe.',
  passwordFileIsUnreadable: ({ problem }) => `Impossible de lire --password-file : ${problem}.`,
  organisationIsMade: (
    made,
  ) => `${made.organisation} a été créée. Le mot de passe et la clé d’API ne sont montrés que cette fois :

  administrateur principal  ${made.email}
  mot de passe              ${made.password}
  clé d’API                 ${made.apiKey}
  organisation              ${made.id}

${
  made.isPlatformAdmin
    ? `L’administrateur principal est aussi administrateur de la plateforme : il peut suspendre toute organisation ici, voir ses courriels non partis et changer les réglages du service.
Pour confier ce droit à quelqu’un d’autre : npm run granary -- user platform-admin --email <address> ; avec --remove, il le perd.`
    : 'L’administrateur principal n’est pas administrateur de la plateforme. Pour en désigner un : npm run granary -- user platform-admin --email <address>'
}

Le serveur se lance avec : ${made.startCommand}`,

  roleTakes: ({ roles, text }) => `--role prend l’un de ${roles.join(', ')}, et non « ${text} ».`,
  permissionsTake: ({ permissions, text }) =>
    `--permissions prend ${permissions.join(', ')}, et non « ${text} ».`,
  nameTakes: ({ limit }, { figure }) =>
    `--name prend de 1 à ${figure(limit)} caractères, par exemple « PC de pesée ».`,
  apiKeyIsMade: ({ key, name, rights }) =>
    `${key}\n\nVoici la clé « ${name} » (${rights}) ; elle n’est montrée que cette fois.`,
  noApiKeys: () => 'Aucune clé.',
  apiKeyInList: ({ id, name, rights, prefix, maker, madeUTC, expiresUTC, isExpired }) =>
    [
      id,
      name,
      rights,
      `${prefix}…`,
      maker === undefined ? 'créée en ligne de commande' : `créée par ${maker}`,
      `créée le ${madeUTC}`,
      ...(expiresUTC === undefined ? [] : [`${isExpired ? 'a expiré' : 'expire'} le ${expiresUTC}`]),
    ].join('  '),

  signingKeyIsNew: ({ ended }, { counted, figure }) =>
    `Les jetons d’accès sont signés avec une nouvelle clé.${ended === undefined ? '' : ` ${counted(ended, { one: `${figure(ended)} session a été fermée`, other: `${figure(ended)} sessions ont été fermées` })}.`}`,
  secretKeyIsInEnvironment: () =>
    'SECRET_KEY est définie dans l’environnement, que cette commande ne peut pas changer. Indiquez un fichier pour la nouvelle : --new-key-file <file>',
  secretKeyIsInUse: ({ file }) => `La clé dans ${file} est celle qui sert déjà. Rien n’a été modifié.`,
  secretsAreSealedAnew: ({ file }) =>
    file === undefined
      ? 'Les secrets de la base de données sont scellés avec une nouvelle SECRET_KEY. Gardez-en une copie à l’écart des sauvegardes.'
      : `Les secrets de la base de données sont scellés avec la clé dans ${file}. Définissez-la avant de lancer le serveur : SECRET_KEY, ou SECRET_KEY_FILE=${file}`,
  secretKeyIsReset: ({ file, sessions, webhooks }, { counted, figure }) => {
    const ended = counted(sessions, {
      one: `${figure(sessions)} session a été fermée`,
      other: `${figure(sessions)} sessions ont été fermées`,
    })
    const paused = counted(webhooks, {
      one: `${figure(webhooks)} webhook est en pause jusqu’au changement de son secret`,
      other: `${figure(webhooks)} webhooks sont en pause jusqu’au changement de leurs secrets`,
    })
    return `La base de données est scellée avec la SECRET_KEY ${file === undefined ? 'du réglage SECRET_KEY' : `dans ${file}`}. ${ended}, et ${paused}.`
  },
  databaseIsInUse: () =>
    'Un autre processus de Granary utilise cette base de données : arrêtez d’abord tous les serveurs. Rien n’a été modifié.',

  backupIsNotInAudit: () => 'Le journal d’audit n’a pas pu être écrit ; cette sauvegarde n’y figure pas.',
  backupHasNoLock: () =>
    'Il n’y a rien pour chiffrer la sauvegarde. Indiquez une clé publique d’age avec --recipient, ou un fichier contenant une phrase secrète avec --passphrase-file ; ou définissez BACKUP_RECIPIENTS ou BACKUP_PASSPHRASE.',
  backupHasTwoLocks: () =>
    'Une sauvegarde est chiffrée pour des clés publiques ou avec une phrase secrète, pas les deux.',
  fileIsNotInBackup: ({ key }) =>
    `Le fichier ${key} n’est pas dans le stockage tel qu’il a été envoyé, et manque dans la sauvegarde.`,
  backupIsMade: ({ file, rows, hash }, { counted, figure }) =>
    `Tout est dans ${file} : ${counted(rows, { one: `${figure(rows)} ligne`, other: `${figure(rows)} lignes` })}. Empreinte du registre : ${hash}`,
  backupHasNoFiles: () => 'La sauvegarde a été faite sans les fichiers envoyés. Copiez-les ici vous-même.',
  fileWasLost: ({ key }) => `Le fichier ${key} était déjà perdu avant que la sauvegarde soit faite.`,
  jobsAreHeld: ({ count }, { counted, figure }) => {
    const waited = counted(count, {
      one: `${figure(count)} courriel ou autre envoi attendait`,
      other: `${figure(count)} courriels et autres envois attendaient`,
    })
    return `${waited} quand la sauvegarde a été faite. Comme ils ont pu partir depuis, ils sont retenus : voir GET /api/system/jobs?status=failed ; POST /api/system/jobs/{id}/retry en envoie un.`
  },
  embeddedIsLeft: ({ directory }) =>
    `La base de données intégrée dans ${directory} est marquée comme abandonnée et ne sert plus.`,
  backupIsRestored: ({ takenUTC, version, rows, hash }, { counted, figure }) =>
    `L’état du ${takenUTC}, sauvegardé par Granary ${version}, est rétabli : ${counted(rows, { one: `${figure(rows)} ligne`, other: `${figure(rows)} lignes` })}. Empreinte du registre : ${hash}`,

  fileIsNotAsUploaded: ({ key }) => `Le fichier ${key} n’est pas dans le stockage tel qu’il a été envoyé.`,
  ledgerHashIs: ({ hash }) => `Empreinte du registre : ${hash}`,
  recordDiffers: ({ id, what, stored, recomputed }) =>
    `Lot ${id} : ${what} est enregistré à ${stored}, les écritures donnent ${recomputed} (grammes).`,
  monthDiffers: ({ id, what, month, stored, recomputed }) =>
    `Organisation ${id} : ${what} en ${month} est enregistré à ${stored}, il y en a ${recomputed}.`,
  figuresDiffer: ({ count }, { counted, figure }) =>
    count === 0
      ? 'Chaque chiffre enregistré correspond au registre.'
      : `${counted(count, { one: `${figure(count)} chiffre diffère`, other: `${figure(count)} chiffres diffèrent` })}.`,

  countryIsNoCode: ({ country, meant }, { country: named }) =>
    `--country ${country} n’est pas le code à deux lettres d’un pays${meant ? `. Indiquez ${meant.code} pour ${named(meant.code)}` : ''}`,
  postcodesAreStored: ({ stored, left }, { counted, figure }) =>
    `${counted(stored, { one: `${figure(stored)} code postal est enregistré`, other: `${figure(stored)} codes postaux sont enregistrés` })} ; ${figure(left)} ont été laissés de côté, car ils ne servent plus ou ne sont sur aucune carte.`,
  rowsAreBad: ({ count, isListed }, { counted, figure }) =>
    `${counted(count, { one: `${figure(count)} ligne est inutilisable`, other: `${figure(count)} lignes sont inutilisables` })}${isListed ? '' : ' ; voici les premières'} :`,
  rowIsBad: ({ row, problem }, { messages }) => `  ligne ${row} : ${messages([problem])}`,
  tableIsCutOff: ({ row }) =>
    `Impossible de lire le fichier jusqu’au bout : après la ligne ${row}, un guillemet n’est jamais fermé.`,
  tableIsOfNoShape: () =>
    'Le fichier ne commence ni comme l’ONS Postcode Directory, ni comme les codes postaux de GeoNames, ni par un en-tête avec postcode, latitude et longitude.',
  rowHasNoCountry: ({ text }) =>
    `« ${text} » n’est pas un pays en deux lettres ; il manque peut-être --country`,
  rowHasNoPostcode: ({ text }) => `« ${text} » n’est pas un code postal`,
  rowHasNoCoordinates: () => 'n’a ni latitude ni longitude',

  machineNamesAreWrong: ({ names }) =>
    `--names contient autre chose que des noms ou adresses d’une machine : ${names.join(', ')}`,
  authorityIsNew: () =>
    'L’autorité est nouvelle, car la précédente expire bientôt ou n’était pas faite pour ces noms : préparez de nouveau chaque téléphone.\n',
  certificateIsMade: (made) => `Un certificat pour ${made.names.join(', ')}, valable jusqu’au ${made.until}.

1. Mettez ces lignes dans .env, ou dans les réglages du service, et lancez-le :
  TLS_CERT=${made.certFile}
  TLS_KEY=${made.keyFile}
  HOST=0.0.0.0
  PUBLIC_URL=${made.url}
2. Sur chaque téléphone, une fois : ouvrez ${made.authorityUrl}, passez l’avertissement et installez ce qui est chargé.
  iPhone, iPad : Réglages, Profil téléchargé, Installer ; puis Général, Informations, Réglages des certificats, et activez-le.
  Android : Paramètres, Sécurité, Installer un certificat, Certificat CA, et choisissez le fichier.
  Un ordinateur : ouvrez le fichier et placez-le parmi les autorités de confiance (dans Firefox : Paramètres, Certificats, Autorités).
  Comparez d’abord son empreinte : ${made.fingerprint}
3. Ouvrez ${made.url}. Sans avertissement, tout va bien, et la page peut être ajoutée à l’écran d’accueil.

${made.picture}`,
}
