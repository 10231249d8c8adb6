import type { system as english } from '../en/system.ts'
import type { CountryMeant } from '../terms.ts'
import type { SameAs, Writing } from '../writing.ts'

const sendMeant = (meant: CountryMeant | undefined, { country }: Writing) =>
  meant === undefined ? '' : `. Envoyez ${meant.code} pour ${country(meant.code)}`

export const system: SameAs<typeof english> = {
  tooManyStreams: ({ count }, { figure }) =>
    `Votre organisation a déjà ${figure(count)} flux ouverts. Fermez-en un dont personne n’a besoin.`,
  tooManyListeners: () => 'Il y a déjà trop d’auditeurs. Réessayez dans un instant.',
  streamIsStopping: () => 'Le service s’arrête. Revenez dans un instant.',
  tokenIsOfAnother: () => 'Ce jeton vaut maintenant pour une autre organisation. Ouvrez un autre flux.',
  isNoEventOfStream: () => 'doit être l’identifiant d’un événement de ce flux',
  beginsNoEvent: ({ beginning }) =>
    `n’est le début d’aucun type d’événement : ${beginning} (GET /api/events les donne)`,
  isEventForPeople: ({ beginning }, { given }) =>
    `ne va qu’aux personnes, par le flux d’événements${given(beginning)}`,
  jobIsDone: () => 'Cette tâche est faite et ne peut pas être relancée.',
  jobIsQueued: () => 'Cette tâche est déjà en attente.',
  holdsManyAddresses: () =>
    'contient beaucoup d’adresses : donnez-le à la recherche d’adresses, et choisissez-en une',
  isNotThreeWords: () => 'doit être fait de trois mots en lettres de a à z, comme formulism-unitive-alpaca',
  threeWordsAreUnknown: ({ words, suggestions }, { and, or }) => {
    const named = and(words.map((word) => `« ${word} »`))
    const hint = suggestions.length > 0 ? ` C’est peut-être ${or(suggestions)}.` : ''
    return `${named} ${words.length > 1 ? 'ne sont pas des mots' : 'n’est pas un mot'} des adresses en trois mots.${hint}`
  },
  threeWordsAreMixedUp: ({ suggestions }, { or }) =>
    `Ces trois mots ne vont pas ensemble : l’un est faux, ou deux ont changé de place.${suggestions.length > 0 ? ` C’est peut-être ${or(suggestions)}.` : ''}`,
  isWhat3words: () =>
    'est une adresse what3words, et ce service n’est pas relié à what3words ; les siennes n’ont pas de points',
  sourceIsAway: ({ source }) => `${source} est injoignable en ce moment. Réessayez dans un instant.`,
  hasNoSpecification: ({ commodity }) =>
    `Il n’y a pas de spécification par défaut de ${commodity} pour cela.`,
  isYourself: () => 'ne doit pas être vous-même',
  isNeededWithType: () => 'est nécessaire avec listingType',
  isAnotherConversation: () => 'désigne une autre conversation que celle à laquelle c’est envoyé',
  isNoMember: () => 'ne participe pas à cette conversation',
  isAnotherListing: () => 'n’est pas l’offre de cette conversation',
  isAboutNoListing: () => 'ne s’applique pas : cette conversation ne porte pas sur une offre',
  isAnotherListingType: ({ listingType }, { given }) =>
    `n’est pas le type de cette offre${given(listingType)}`,
  tooManyQuestions: ({ count, hours }, { counted, figure }) =>
    `Votre organisation a posé ${figure(count)} questions en un jour, c’est le maximum. Réessayez dans ${counted(hours, { one: 'une heure', other: `${figure(hours)} heures` })}.`,
  hasTooManyParts: ({ limit }, { figure }) => `doit avoir au plus ${figure(limit)} parties`,
  isNoLogFilter: ({ levels, part }, { given }) =>
    `doit être fait de parties comme inventory/movements:debug, avec les niveaux ${levels.join(', ')} ; ceci n’en est pas une${given(part)}`,
  isOutsideInventory: ({ module }) =>
    `n’est que pour les modules de l’inventaire, et ${module} n’en est pas un`,
  isNoModule: ({ module }, { given }) => `ne désigne aucun module du programme${given(module)}`,
  uploadTookTooLong: () => 'L’envoi a pris trop de temps. Renvoyez le fichier.',
  hasNoRoomForFile: () =>
    'Votre organisation n’a plus de place pour ce fichier. La personne qui gère le service peut en donner davantage.',
  fileIsEmpty: () => 'est vide',
  fileIsTooLargeFor: ({ megabytes, bucket }, { figure }) =>
    `Le fichier dépasse les ${figure(megabytes)} Mo que prend le dossier ${bucket}.`,
  fileIsOfOtherKind: ({ contentType, bucket, endings }) =>
    `Le fichier est ${contentType ?? 'd’un type inconnu'}, quoi qu’en dise son nom. Le dossier ${bucket} prend ${endings.join(', ')}.`,
  breaksItsReader: () => 'ne peut pas être lu : la lecture échoue ou prend trop de temps',
  hasTooManyPixels: ({ megapixels }, { figure }) => `a plus de ${figure(megapixels)} mégapixels`,
  isNotWhatItSays: ({ contentType }) => `se dit ${contentType}, mais ne se lit pas comme tel`,
  fileIsLost: () =>
    'Le fichier était enregistré ici, et son contenu manque maintenant. Demandez à la personne qui gère le service : une sauvegarde l’a peut-être.',
  fileStoreIsAway: () =>
    'Le stockage des fichiers est injoignable en ce moment. Rien n’a été modifié ; renvoyez la demande.',
  isFilm: ({ name }) =>
    `« ${name} » est une vidéo, qui peut révéler où elle a été prise : partagez-la d’abord, par PUT /api/system/files/{id}/organisations`,
  hasTooManyOrganisations: ({ limit }, { figure }) => `doit compter au plus ${figure(limit)} identifiants`,
  isNoOrganisationHere: ({ id }, { given }) => `n’est pas une organisation ici${given(id)}`,
  filmNeedsConfirming: () =>
    'doit être true pour partager une vidéo : elle reste telle que la caméra l’a faite, et qui peut la voir peut lire où elle a été prise',
  isNotYourFile: ({ id }, { given }) => `n’est pas l’un de vos fichiers${given(id)}`,
  sharingIsForOwner: () =>
    'Ce fichier est partagé avec vous ; seule l’organisation à qui il appartient décide avec qui d’autre.',
  archivingIsForOwner: () =>
    'Ce fichier est partagé avec vous ; seule l’organisation à qui il appartient peut l’archiver.',
  fileIsArchived: () => 'Ce fichier est archivé : plus personne avec qui il était partagé ne le voit.',
  isNoPicture: () => 'est pour les images, et ce fichier n’en est pas une',
  isNoCountryNamed: ({ country, meant }, write) =>
    `Il n’y a pas de pays ${country} : indiquez son code à deux lettres, comme FR${sendMeant(meant, write)}.`,
  isNoCountryCode: ({ code, meant }, write) =>
    `n’est pas le code à deux lettres d’un pays${write.given(code)}${sendMeant(meant, write)}`,
  attachmentsAreTooLarge: ({ megabytes, limit }, { figure }) =>
    `font ensemble ${figure(megabytes)} Mo ; un courriel en prend ${figure(limit)}`,
  noExpertIsSetUp: () =>
    'Aucun expert n’est prévu ici. La personne qui gère le service peut définir EXPERT_EMAIL.',
  isNeededUnlessSignedIn: () => 'est nécessaire si vous n’êtes pas connecté',
  linkHasOddCharacters: () =>
    'ne doit avoir ni espaces, ni caractères de contrôle, ni barres obliques inverses',
  linkHasOddHost: () =>
    'doit nommer son hôte simplement, sans utilisateur, mot de passe ni lettres spéciales',
  linkHasNoScheme: () => 'doit commencer par https://, ou ne pas nommer d’hôte',
  isNoAddress: () => 'n’est pas une adresse',
  mustBeHttp: () => 'doit commencer par https:// ou http://',
  linkLeadsElsewhere: ({ host, hosts }) =>
    `mène à ${host}, où les liens ne peuvent pas mener ; ils peuvent mener à ${hosts.join(', ')}`,
  linkLeadsAbove: ({ path }) => `doit mener à un chemin sous ${path}`,
  tooManyLinks: ({ count }, { figure }) =>
    `${figure(count)} liens ont été créés en une minute, c’est le maximum. Réessayez dans une minute.`,
  isNoWebhookUrl: () => 'doit être une URL comme https://nom.example/chemin',
  mustBeHttps: () => 'doit commencer par https://',
  urlHasCredentials: () => 'ne doit avoir ni utilisateur ni mot de passe : les envois sont signés',
  urlHasFragment: () => 'ne doit pas avoir de partie après #',
  leadsToInnerAddress: () => 'mène à une adresse qui n’est pas sur l’internet public',
  tooManyWebhooks: ({ count }, { figure }) =>
    `Votre organisation a ${figure(count)} webhooks, c’est le maximum. Supprimez-en un dont personne n’a besoin.`,
  webhookIsNotPaused: () => 'Ce webhook n’est pas en pause.',
  isNoKnownCommodity: ({ nearest }, { or }) =>
    nearest.length === 0
      ? 'n’est pas un grain connu ici'
      : `n’est pas un grain connu ici : est-ce ${or(nearest)} ?`,
  mayBeSeveral: ({ choices }, { or }) => `peut être ${or(choices)} : précisez lequel`,
  questionIsOnItsWay: () => 'Votre question est en route vers l’expert.',
  sampleIsOnItsWay: () => 'Votre échantillon est en route vers l’expert.',
  questionIsNotMailed: () =>
    'Votre question est enregistrée ici, mais personne n’en sait rien : aucun courriel ne part avant que la personne qui gère le service définisse SMTP_URL.',
  sampleIsNotMailed: () =>
    'Votre échantillon est enregistré ici, mais personne n’en sait rien : aucun courriel ne part avant que la personne qui gère le service définisse SMTP_URL.',
  nothingWasCleared: () => 'Rien n’était nommé, donc rien n’a été effacé.',
  cacheIsCleared: ({ keys, prefixes, flush, secrets }, { counted, figure, or }) => {
    const parts = [
      ...(flush ? ['tout ce qui était en cache'] : []),
      ...(!flush && keys > 0 ? [counted(keys, { one: 'une clé', other: `${figure(keys)} clés` })] : []),
      ...(!flush && prefixes.length > 0
        ? [`chaque clé qui commence par ${or(prefixes.map((prefix) => `« ${prefix} »`))}`]
        : []),
      ...(secrets ? ['les jeux de clés et les accès, qui sont relus'] : []),
    ]
    return `Effacé : ${parts.join(' ; ')}.`
  },
  loggingIsSet: ({ service, level, exceptions }) => {
    const base = service === 'system' ? 'comme au démarrage' : 'comme tout le programme'
    return `${service === 'system' ? 'Le programme' : 'L’inventaire'} journalise ${level === undefined ? base : `au niveau ${level}`}${exceptions.length === 0 ? '' : `, sauf ${exceptions.join(', ')}`}.`
  },
  isTriedAgain: ({ event }) => `${event} est réessayé maintenant.`,
  isSentOnceMore: ({ event }) => `${event} est envoyé encore une fois.`,
  webhookIsDeleted: ({ host }) => `Plus rien n’est envoyé à ${host}.`,
  noSuchLink: () => 'Ce lien n’existe pas',
  linkLeadsNowhere: () =>
    'Ce lien court ne mène nulle part, ou plus. La personne qui vous l’a donné peut vous en donner un autre.',
}
