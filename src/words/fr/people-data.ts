import type { peopleData as english, PlacesOfStock } from '../en/people-data.ts'
import type { SameAs, Writing } from '../writing.ts'

/** Places with weights: a few, and how many more. */
const placesOf = ({ first, more }: PlacesOfStock, { weight, and, figure }: Writing, join: string) =>
  and([
    ...first.map(
      ({ party, place, kilograms }) => `${weight(kilograms)} ${join} ${party}${place && ` (${place})`}`,
    ),
    ...(more > 0 ? [`${figure(more)} autres`] : []),
  ])

export const peopleData: SameAs<typeof english> = {
  fileIsNotInArchive: ({ id }) =>
    `Le fichier ${id} n’est pas dans l’archive : ses octets sont perdus ou modifiés.`,
  organisationIsExported: ({ name, file, balanceGrams, documents, auditHead }) =>
    `Tout ce qu’a ${name} est dans ${file} : ${balanceGrams} g de stock, ${documents} documents numérotés, journal à ${auditHead || 'son début'}.`,
  organisationIsImported: ({ name, balanceGrams, documents, auditHead }) =>
    `${name} est là, avec les chiffres de son archive : ${balanceGrams} g de stock, ${documents} documents numérotés, journal à ${auditHead || 'son début'}.`,
  peopleAreNew: ({ emails }) =>
    `Nouveaux ici, encore sans mot de passe : ${emails}. Donnez à chacun un code avec user reset-code.`,
  organisationsAreSeveral: ({ name }) =>
    `Plusieurs organisations s’appellent « ${name} ». Nommez-en une par son identifiant, dans user list.`,
  noSuchOrganisation: ({ name }) =>
    `Aucune organisation ne s’appelle « ${name} ». Son identifiant est dans user list.`,
  isLastOwnerOf: ({ names }) =>
    `Cette personne est le dernier administrateur principal de ${names}. Nommez-en d’abord un autre.`,
  personIsErased: ({ pseudonym }) =>
    `Le compte est effacé. Les registres et le journal disent « ${pseudonym} » là où il y avait un nom.`,
  isForPersonAlone: () => 'Ceci est pour les personnes, sur elles-mêmes : une clé d’API ne le peut pas.',
  personalDataAbout: () =>
    'Tout ce que ce service conserve sur vous, à un instant. Chaque partie dit ce qu’elle est ; au-dessous se trouvent les tables de la base de données, une ligne par entrée. Mots de passe, clés et codes sont omis : seulement qu’ils existent, et depuis quand. Des entrées dans les registres d’une organisation, vous trouvez lesquelles et quand vous les avez faites ; le reste appartient à l’organisation. Ce que d’autres ont écrit, comme les notes et les messages qui vous sont adressés, est à eux. Les fichiers que vous avez déposés sont énumérés ; ils se téléchargent sous Fichiers.',
  personalAccount: () => 'Le compte : nom, adresse e-mail et son état.',
  personalSignIn: () =>
    'Connexions : comment et d’où, avec les sessions, les seconds facteurs et les tentatives échouées.',
  personalMemberships: () =>
    'L’appartenance à des organisations, avec le rôle, les réglages et les invitations.',
  personalMessages: () => 'Conversations, messages écrits, questions aux experts et avis.',
  personalFiles: () => 'Fichiers déposés.',
  personalBooks: () =>
    'Entrées dans les registres d’une organisation sous ce nom : ce qui a été saisi, compté, approuvé ou créé.',
  personalLog: () => 'Entrées du journal sur ce qui a été fait depuis ce compte.',
  erasureLeaves: () =>
    'Les documents imprimés, les arrêtés de périodes et les en-têtes restent tels quels, car la loi exige des registres complets. Les noms de chauffeurs et de partenaires et les notes libres sont les mots de l’organisation. Les sauvegardes gardent ce qu’il y avait avant, jusqu’à leur suppression.',
  youAreErased: ({ pseudonym }) =>
    `Votre compte est effacé. Les registres et le journal disent « ${pseudonym} » là où figurait votre nom.`,
  memberIsErased: ({ pseudonym }) =>
    `Le compte est effacé. Les registres et le journal disent « ${pseudonym} » là où figurait le nom.`,
  eraseYourselfElsewhere: () => 'Vous effacez votre propre compte sous « Mes données ».',
  isOtherAddress: () => 'n’est pas l’adresse e-mail de ce compte',
  runsTheInstallation: () =>
    'Cette personne administre cette installation : seul un autre administrateur peut l’effacer.',
  personBelongsElsewhereToo: () =>
    'Cette personne appartient aussi à une autre organisation ; effacer son compte ne vous revient pas seul. Retirez-la ici ; elle effacera son compte elle-même.',
  exportIsUnderWay: () => 'Un export de votre organisation est déjà en cours.',
  deletionIsForOwners: () =>
    'Seul un administrateur principal, connecté en personne, peut faire supprimer l’organisation ou retirer cette demande.',
  isOtherOrganisationName: ({ name }) => `n’est pas le nom de votre organisation : ${name}`,
  deletionIsAskedAlready: () => 'La suppression est déjà demandée.',
  deletionIsAsked: ({ name, days }, { figure }) =>
    `${name} sera supprimée dans ${figure(days)} jours. Jusque-là tout continue, et tout administrateur principal peut retirer la demande. Tous les administrateurs sont prévenus.`,
  deletionIsWithdrawn: ({ name }) => `${name} reste. Tous les administrateurs sont prévenus.`,
  othersStockLiesHere: (found, write) =>
    `Du stock d’autrui se trouve dans vos cellules : ${placesOf(found, write, 'de')}. Sortez-le ou remettez-le d’abord.`,
  ownStockLiesElsewhere: (found, write) =>
    `Du stock à vous se trouve chez d’autres : ${placesOf(found, write, 'chez')}. Faites-le sortir ou vendez-le d’abord.`,
  obstaclesAre: ({ all }, { sentences }) => sentences(all),
  deletionMailSubject: ({ organisation }) => `${organisation} va être supprimée`,
  deletionMailText: (
    { organisation, by, days, publicUrl },
    { figure },
  ) => `${by} veut faire supprimer ${organisation} dans Granary. Dans ${figure(days)} jours, registres, fichiers et réglages disparaissent, et personne ne peut les rétablir.

Jusque-là tout continue. Tout administrateur principal peut retirer la demande et prendre un export de tout :

${publicUrl === undefined ? 'Réglages, Organisation, « Tout exporter » et « Supprimer l’organisation ».' : `${publicUrl}/settings/organisation`}
`,
  withdrawnMailSubject: ({ organisation }) => `${organisation} reste`,
  withdrawnMailText: ({ organisation, by }) =>
    `${by} a retiré la demande de suppression de ${organisation}. Rien n’est supprimé.
`,
  organisationIsDeleted: ({ name, auditHead }) =>
    `${name} est supprimée. Son journal finissait à ${auditHead || 'aucune entrée'}.`,
  confirmationIsOtherName: ({ name }) =>
    `Rien n’est supprimé. Pour supprimer, tapez exactement son nom : --confirm "${name}"`,
}
