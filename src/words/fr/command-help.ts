import type { commandHelp as english } from '../en/command-help.ts'
import type { SameAs } from '../writing.ts'

const ORGANISATION = '  --organisation  l’identifiant de l’organisation, donné par user list'
const EMAIL = '  --email         l’adresse e-mail du compte'
const passwordFile = (whose: string) =>
  `  --password-file un fichier contenant ${whose}, 12 caractères au moins, ou - pour l’entrée standard ;
                  sans lui, un mot de passe est inventé et montré une fois`
const JSON_OBJECT = 'affiche un objet JSON et rien d’autre'
const STOP = 'Arrêtez d’abord tous les serveurs.'

export const commandHelp: SameAs<typeof english> = {
  helpOfAll: ({ commands }) =>
    `Granary tient le stock des fermes et des silos, au gramme près.

Utilisation : npm run granary -- <command> [options]

${commands}

Chaque commande a son --help ; --version donne la version. Les réglages viennent de l’environnement et d’un fichier
.env ; voir le README. Le code de sortie est 0 si tout va bien, 1 sinon, et 2 si la saisie est fausse.
`,
  usageIs: ({ usage }) => `Utilisation : npm run granary -- ${usage}`,

  summaryOfServe: () => 'Met en service l’API et la console.',
  helpOfServe: () =>
    `Réglages : PORT, HOST, DATA_DIR, DATABASE_URL, LOG_LEVEL et d’autres, dans l’environnement et .env ; voir le README.
Après SIGTERM, /readyz répond 503 ; le service continue DRAIN_SECONDS, achève le travail en cours pendant 25 secondes au plus, puis
s’arrête. Un second SIGTERM l’arrête aussitôt.`,
  summaryOfInit: () => 'Crée une organisation, son administrateur principal et une première clé d’API.',
  helpOfInit: () => `  --organisation  le nom de la ferme, du silo ou du négociant
  --country       deux lettres, par exemple FR ; le fuseau horaire, les unités et les céréales en dépendent
  --email         l’adresse avec laquelle l’administrateur principal se connecte
  --given-name, --family-name
                  son prénom et son nom ; sans eux, l’adresse e-mail en tient lieu
${passwordFile('son mot de passe')}
  --no-platform-admin
                  le premier administrateur principal d’une installation administre aussi la plateforme : il suspend des
                  organisations et change les réglages ; pas celui-ci
  --demo          saisit aussi une ferme et un silo plausibles, pour regarder
  --json          ${JSON_OBJECT} : organisationId, userId, password, apiKey, isPlatformAdmin

user platform-admin donne ou retire l’administration de la plateforme. La clé d’API agit comme l’administrateur principal : gardez-la
comme le mot de passe. Avec la base de données intégrée, arrêtez d’abord le serveur : un seul processus à la fois a le dossier de
données.`,
  summaryOfMigrate: () => 'Met la base de données à niveau. Le serveur le fait de lui-même au démarrage.',
  helpOfMigrate: () => `  --dry-run  dit seulement ce qui serait fait
  --status   dit quelles migrations sont en cours, et où elles en sont
  --down     annule la dernière migration, si c’est possible : avant de lancer la version précédente`,
  summaryOfKeyCreate: () => 'Crée une clé d’API pour une machine, par exemple un PC de pesée.',
  helpOfKeyCreate: ({ roles }) => `${ORGANISATION}
  --name          à quoi sert la clé
  --role          ${roles.join(', ')} ; operator par défaut
  --permissions   ce que la clé peut faire en plus, séparé par des virgules : adjustments:write pour saisir des comptages
  --json          ${JSON_OBJECT} : id, name, role, permissions, expiresAtUTC, key

La clé n’est montrée que cette fois.`,
  summaryOfKeyList: () => 'Liste les clés d’API d’une organisation, sans leurs secrets.',
  helpOfKeyList: () => `${ORGANISATION}
  --json          affiche une liste JSON`,
  summaryOfKeyRevoke: () => 'Révoque une clé d’API. Elle cesse aussitôt de servir.',
  helpOfKeyRevoke: () => `${ORGANISATION}
  --id            l’identifiant de la clé, donné par key list`,
  summaryOfKeysRotate: () => 'Signe les jetons d’accès avec une nouvelle clé et refuse ceux de l’ancienne.',
  helpOfKeysRotate: () => `  --end-sessions  ferme aussi toutes les sessions : chacun se connecte de nouveau

À faire si quelqu’un pourrait avoir l’ancienne clé. Les serveurs en marche suivent en deux secondes. Personne n’est déconnecté : les
applications obtiennent un nouveau jeton d’accès par leur jeton de renouvellement. Les clés d’API ne sont pas concernées ; voir key revoke.`,
  summaryOfSecretRotate: () => 'Scelle les secrets de la base de données avec une nouvelle SECRET_KEY.',
  helpOfSecretRotate:
    () => `  --new-key-file  où se trouve la nouvelle SECRET_KEY ; créée là si le fichier manque. Nécessaire si SECRET_KEY est définie dans
                  l’environnement : mettez le contenu du fichier dans le réglage avant de relancer le serveur.

${STOP} La clé qui signe les jetons d’accès est remplacée aussi. Les sauvegardes antérieures demandent l’ancienne SECRET_KEY.`,
  summaryOfSecretReset: () =>
    'Abandonne ce qu’une SECRET_KEY perdue a scellé, et repart avec celle qui est définie, ou une nouvelle.',
  helpOfSecretReset:
    () => `Pour une base de données dont la SECRET_KEY est perdue, par exemple une sauvegarde rétablie sur une autre machine. Chacun se
connecte de nouveau. Les webhooks sont en pause : chaque organisation change le secret, le donne au destinataire et les reprend. Le
stock, les personnes, les mots de passe et les clés d’API ne changent pas. ${STOP}`,
  summaryOfUserList: () => 'Liste les comptes, avec rôle, organisation et son identifiant.',
  helpOfUserList: () => '  --json  affiche une liste JSON',
  summaryOfUserCreate: () => 'Crée un compte, ou ajoute à une autre organisation quelqu’un qui en a déjà un.',
  helpOfUserCreate: ({ roles }) => `${ORGANISATION}
${EMAIL}
  --given-name, --family-name
                  sans eux, l’adresse e-mail en tient lieu ; ceux d’un compte existant restent
  --role          ${roles.join(', ')} ; viewer par défaut
${passwordFile('le mot de passe')}`,
  summaryOfUserResetCode: () =>
    'Crée un code qui permet, une fois, de définir un nouveau mot de passe et de se connecter.',
  helpOfUserResetCode: () => `${EMAIL}

Ne donnez le code qu’au titulaire du compte. Il vaut une heure, même pendant que quelqu’un d’autre essaie des mots de passe :
POST /api/identity/password-resets/redeem avec { "token": "<code>", "password": "<nouveau mot de passe>" }`,
  summaryOfUserResetFactors: () => 'Retire à quelqu’un ses seconds facteurs et le déconnecte partout.',
  helpOfUserResetFactors: () => `${EMAIL}

Pour quelqu’un qui les a perdus avec tous ses codes de secours. Il se connecte par mot de passe et en configure de nouveaux.`,
  summaryOfUserSetEmail: () => 'Donne à quelqu’un une autre adresse e-mail pour se connecter.',
  helpOfUserSetEmail: () => `${EMAIL}
  --new-email     la nouvelle adresse ; vous répondez de ce qu’elle est bien la sienne`,
  summaryOfUserSetPassword: () =>
    'Change le mot de passe d’un compte, le déconnecte partout et délie ses émetteurs.',
  helpOfUserSetPassword: () => `${EMAIL}
${passwordFile('le nouveau mot de passe')}`,
  summaryOfUserSuspend: () => 'Suspend un compte, aussitôt.',
  helpOfUserSuspend: () => `${EMAIL}

Les clés d’API que cette personne a créées cessent de servir, et ses invitations en cours sont retirées.`,
  summaryOfUserReinstate: () => 'Lève la suspension d’un compte.',
  helpOfUserReinstate: () => EMAIL,
  summaryOfPlatformAdmin: () => 'Donne ou retire l’administration de la plateforme.',
  helpOfPlatformAdmin: () => `${EMAIL}
  --remove        la retire`,
  summaryOfTlsInit: () =>
    'Crée votre propre autorité et un certificat de cette machine, pour HTTPS sans proxy.',
  helpOfTlsInit:
    () => `  --names  noms et adresses par lesquels cette machine est jointe, séparés par des virgules, outre ceux qu’elle a déjà

Sans réseau, les téléphones ne fonctionnent que par HTTPS. Chacun doit faire confiance une fois à l’autorité ; l’adresse pour le faire est
affichée. L’autorité vaut dix ans, et seulement pour les réseaux locaux et ces noms. Le certificat vaut deux ans et un trimestre : relancez
la commande avant son échéance, ou si la machine change d’adresse. L’autorité reste, et les téléphones n’ont besoin de rien. Relancez
ensuite le service.`,
  summaryOfScale: () =>
    'Transmet ce qu’envoie l’indicateur d’un pont-bascule à la console d’un navigateur sans Web Serial.',
  helpOfScale:
    () => `  --tcp     l’adresse de l’indicateur dans le réseau, ou celle d’un convertisseur, par exemple 192.168.1.50:4001
  --device  un port série, par exemple /dev/ttyUSB0, ou COM3 sous Windows
  --baud    la vitesse du port, avec 8 bits et sans parité, par exemple 9600 ; sinon le port est pris tel quel, et à 9600 sous Windows
  --second  un autre indicateur, par exemple celui du pont de sortie : son adresse dans le réseau, ou son port série
  --ask     la marque d’un indicateur qui n’envoie rien de lui-même : mettler-toledo, dini-argeo, systec, avery-weigh-tronix ; ou ce
            qu’il faut lui envoyer deux fois par seconde, par exemple 'W\\r'
  --meter   un humidimètre ou un analyseur NIR qui envoie ses mesures : son adresse dans le réseau, ou son port série, que
            --meter-baud règle
  --origin  où la console est ouverte, par exemple https://granary.example ; à défaut PUBLIC_URL, ou cet ordinateur

Fonctionne sur l’ordinateur du pont-bascule, où la console est ouverte, jusqu’à Ctrl-C. Dans la console, à côté du poids : réglages, puis
« granary scale ». Seules les pages de cette adresse, sur cet ordinateur, reçoivent l’indicateur. Avec --meter seul, aucun indicateur n’est
transmis.`,
  summaryOfPlacesImport: () =>
    'Charge des codes postaux depuis un fichier, pour les trouver et compléter les adresses.',
  helpOfPlacesImport:
    () => `  --file <path>     l’ONS Postcode Directory en CSV ; les codes postaux de GeoNames en texte ;
                    ou un fichier CSV avec postcode, latitude, longitude, et au besoin country, place, region
  --country <code>  deux lettres, si le fichier ne nomme pas le pays

Ce qui était chargé reste, et change si le fichier le contient aussi. Deux millions de lignes demandent quelques minutes.`,
  summaryOfBackup: () => 'Écrit tout dans un seul fichier, même pendant que le serveur tourne.',
  helpOfBackup:
    () => `  <file>           où écrire, par exemple /mnt/usb/ferme-2026-11-21.granary ; un fichier existant n’est jamais remplacé
  --without-files  laisse de côté les fichiers envoyés
  --encrypt        la chiffre, avec la phrase secrète ou pour les clés publiques données ici ou dans les réglages BACKUP_PASSPHRASE et
                   BACKUP_RECIPIENTS ; si l’un d’eux est défini, toute sauvegarde est chiffrée
  --recipient      une clé publique d’age (age-encryption.org), comme age1… ; plusieurs fois au besoin
  --passphrase-file <file>
                   sa première ligne est la phrase secrète ; - la lit sur l’entrée standard
  --json           ${JSON_OBJECT}

Elle montre un seul instant : ce qui était confirmé avant son début s’y trouve. Elle contient tout ce que le service sait, même les
empreintes des mots de passe : gardez-la là où personne d’autre ne la lit, ou chiffrez-la. La SECRET_KEY n’y est pas : gardez-la à part.
Voir aussi : restore.`,
  summaryOfDrill: () => 'Restaure la dernière sauvegarde dans une base d’essai, la compare, puis la jette.',
  helpOfDrill: () => `  --passphrase-file, --identity-file
                 ce qui ouvre une sauvegarde chiffrée, comme pour restore ; les réglages BACKUP_PASSPHRASE et BACKUP_IDENTITY_FILE sont essayés aussi
  --json         afficher un objet JSON : file, takenAt, rows, ledgerHash

La dernière sauvegarde à l’emplacement que les réglages indiquent (BACKUP_DIR ou BACKUP_S3_BUCKET). Aussi pendant que le serveur tourne : sa base n’est pas touchée. Le code de sortie est 1 si la sauvegarde n’est pas entière.`,
  summaryOfRestore: () =>
    'Remplit une base de données vide à partir d’une sauvegarde, quel que soit le type de base.',
  helpOfRestore: () => `  <file>         ce que \`backup\` a écrit
  --resume-jobs  envoie les courriels qui attendaient lors de la sauvegarde : pour un déménagement, si aucun serveur n’a tourné depuis
  --passphrase-file, --identity-file <file>
                 ce qui ouvre une sauvegarde chiffrée : un fichier avec la phrase secrète, ou avec votre clé secrète d’age ; - est
                 l’entrée standard. Le réglage BACKUP_PASSPHRASE est essayé aussi.
  --json         ${JSON_OBJECT}

Tout le fichier est vérifié d’abord ; s’il est tronqué ou altéré, rien n’est écrit. Quoi qu’il arrive, la base de données reste vide, et
un rétablissement interrompu peut être refait. À la fin, il fait ce que fait \`doctor\`, et sort avec 1 si quelque chose diffère. Arrêtez
d’abord le serveur, et indiquez un nouveau DATA_DIR ou une nouvelle base de données PostgreSQL.`,
  summaryOfConfigCheck: () => 'Lit tous les réglages et les données de référence, et dit ce qui ne va pas.',
  helpOfConfigCheck: () =>
    'Sort avec 1 et une ligne par valeur fausse. Demande à PostgreSQL si son rôle a les droits nécessaires, et obtient les clés d’un rôle pour S3 ; n’ouvre ni base de données intégrée, ni port.',
  summaryOfDoctor: () =>
    'Recalcule chaque chiffre enregistré d’après le registre, et dit ce qui diffère et quels fichiers sont perdus.',
  helpOfDoctor: () => `  --without-files  ne cherche pas les fichiers envoyés
  --json           affiche un objet JSON : l’empreinte du registre, les différences, et les clés des fichiers perdus

D’un fichier envoyé, seul le dernier octet est demandé ; une sauvegarde lit aussi le reste. L’empreinte porte sur toutes les écritures, les soldes et les mouvements : deux bases de même empreinte contiennent le même registre.
Sort avec 1 si quelque chose diffère ou est perdu, ou si la base reste à mettre à niveau. Prend un moment sur une longue histoire.`,
  summaryOfAuditVerify: () => 'Vérifie que rien n’a été modifié, retiré ou déplacé dans le journal d’audit.',
  helpOfAuditVerify:
    () => `  --organisation  l’identifiant d’une organisation, donné par user list ; sans lui, toutes
  --head          une empreinte de son journal gardée ailleurs : d’une clôture, d’un document ou d’une sauvegarde ; plusieurs fois au besoin
  --json          affiche une liste JSON : organisationId, entries, head et fault

Chaque entrée porte une empreinte d’elle-même et de la précédente. La première qui ne va pas est indiquée. Ce qui a été coupé à la fin se
voit aux empreintes que gardent les clôtures et les attestations d’inventaire, et à celles que vous donnez. Sort avec 1 si quelque chose ne va pas.`,

  summaryOfUserErase: () =>
    'Efface une personne : compte et accès disparaissent, registres et journaux gardent un pseudonyme.',
  helpOfUserErase: () =>
    `${EMAIL}
  --yes           nécessaire, car rien ne la fait revenir

Sont supprimés : compte, mot de passe, seconds facteurs, sessions, appartenances, avis, courriels en attente, et les clés et webhooks que la
personne a créés. Restent sous un pseudonyme : ce qu’elle a saisi, compté, écrit ou approuvé, et le journal d’audit, qui se vérifie toujours.
Restent comme imprimés : les documents et les périodes clôturées. Chauffeurs, partenaires et remarques libres sont à modifier par l’organisation.
Les sauvegardes contiennent ce qu’il y avait avant. Le dernier administrateur principal d’une organisation est refusé.`,
}
