import type { access as english } from '../en/access.ts'
import type { GivenOutCount } from '../terms.ts'
import type { SameAs, Writing } from '../writing.ts'
import { ROLES } from './stock-terms.ts'

const givenOut = (all: GivenOutCount[], { and, counted, figure }: Writing) =>
  and(all.map(({ kind, count }) => `${figure(count)} ${counted(count, GIVEN_OUT[kind])}`))
const GIVEN_OUT = {
  api_key: { one: 'clé d’API', other: 'clés d’API' },
  invitation: { one: 'invitation', other: 'invitations' },
  webhook: { one: 'webhook', other: 'webhooks' },
}

const revokedKeys = (count: number, { counted, figure }: Writing) =>
  count === 0
    ? ''
    : ` ${counted(count, { one: 'Une clé d’API créée par cette personne est révoquée', other: `${figure(count)} clés d’API créées par cette personne sont révoquées` })}.`

export const access: SameAs<typeof english> = {
  isForPlatformAdmins: ({ permission }) =>
    `Ceci est pour les administrateurs de la plateforme, qui se connectent : aucun rôle et aucune clé d’API n’a ${permission}.`,
  isForPeople: ({ permission }) =>
    `Ceci est pour les personnes : connectez-vous. Aucune clé d’API n’a ${permission}.`,
  roleMayNot: ({ role, permission, roles, isKey }, { or }) => {
    const why = `Votre rôle (${ROLES[role]}) ne le permet pas : il faut ${permission}, donc ${or(roles.map((each) => ROLES[each]))}.`
    return isKey
      ? `${why} Une clé d’un autre rôle le peut si ${permission} lui a été accordé en propre.`
      : why
  },
  tooManyInvitations: ({ count, hours }, { counted, figure }) =>
    `Votre organisation a invité ${figure(count)} personnes en un jour, c’est le maximum. Réessayez dans ${counted(hours, { one: 'une heure', other: `${figure(hours)} heures` })}.`,
  belongsAlready: ({ email }) => `${email} fait déjà partie de l’organisation.`,
  accountNeedsNewPassword: ({ email }) =>
    `Personne n’a prouvé que le compte de ${email} appartient à cette adresse : qui l’a invité peut le détenir. Donnez-lui d’abord un nouveau mot de passe (user set-password --email ${email}), transmettez-le à la personne, puis recommencez.`,
  accountIsNotProved: () =>
    'Personne n’a encore prouvé que ce compte appartient à son adresse e-mail, il ne peut donc pas rejoindre une autre organisation. Définissez un nouveau mot de passe par courriel, ou demandez-en un à la personne qui gère le service ; puis acceptez à nouveau.',
  isNoRefreshToken: () => 'Ce n’est pas un refresh token.',
  refreshTokenIsUnknown: () => 'Ce refresh token est inconnu. Reconnectez-vous.',
  refreshTokenWasUsed: () => 'Ce refresh token a déjà servi, la session a donc été close. Reconnectez-vous.',
  sessionHasEnded: () => 'Cette session a pris fin. Reconnectez-vous.',
  sessionWasRefreshedElsewhere: () =>
    'Cette session a été renouvelée depuis ailleurs, elle a donc été close. Reconnectez-vous.',
  hasAccount: ({ email }) => `${email} a déjà un compte.`,
  isSuspendedInOrAll: () => 'Vous êtes suspendu dans cette organisation, ou elle l’est tout entière.',
  belongsNowhere: () => 'Vous ne faites partie d’aucune organisation ici.',
  doesNotBelong: () => 'Vous ne faites pas partie de cette organisation.',
  isNoEmail: () => 'n’est pas une adresse e-mail',
  needsPerson: () => 'demande une personne connectée ici par adresse et mot de passe',
  tooManySignIns: () => 'Trop de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  mustDifferFromCurrent: () => 'doit être différent de l’actuel',
  currentPasswordIsWrong: () => 'Ce n’est pas votre mot de passe actuel.',
  isNotCurrentPassword: () => 'n’est pas votre mot de passe actuel',
  hasNoCommodities: ({ code, meant, supported }, { country }) => {
    const send = meant === undefined ? '' : `. Envoyez ${meant.code} pour ${country(meant.code)}`
    return `n’a pas de grains ici : ${code}${send}. Il y a ${supported.map((each) => `${each.code} (${country(each.code)})`).join(', ')}`
  },
  isNoTimeZone: () => 'n’est pas un fuseau horaire, comme Europe/Paris',
  isNoLocale: () => 'n’est pas un code de langue et de pays, comme fr-FR',
  cannotSuspendOwnOrganisation: () =>
    'Vous agissez pour cette organisation, vous ne pouvez donc pas la suspendre.',
  unitIsTaken: ({ name }) => `Il y a déjà une unité nommée ${name}.`,
  tokenNamesNobody: () => 'Le jeton ne désigne personne.',
  tokenIsNotGoodHere: () => 'Ce jeton n’est pas valable ici, ou il a expiré. Reconnectez-vous.',
  issuerIsAway: () =>
    'Le service de connexion qui a émis ce jeton est injoignable en ce moment. Réessayez dans un instant.',
  invitationIsGone: () => 'Cette invitation est inconnue, a servi ou a été retirée, ou elle a expiré.',
  accountIsSuspended: () => 'Ce compte est suspendu.',
  acceptsWithItsPassword: () =>
    'Vous avez déjà un compte : acceptez avec son mot de passe. Si vous n’en connaissez pas, demandez-en un nouveau à la personne qui gère le service.',
  mustBeInFuture: () => 'doit être à venir',
  expiresAfterItsMaker: () => 'ne doit pas dépasser l’expiration de la clé qui la crée',
  tooManyResets: () =>
    'Un code a été demandé plusieurs fois dans l’heure. Ceux qui ont été envoyés restent valables ; redemandez dans une heure.',
  resetCodeIsGone: () => 'Ce code est inconnu, a déjà servi, ou a expiré.',
  tooManyAttempts: ({ seconds }, { counted, figure }) =>
    `Trop d’essais manqués. Réessayez dans ${counted(seconds, { one: 'une seconde', other: `${figure(seconds)} secondes` })}.`,
  isRepetitive: () => 'doit avoir au moins quatre caractères différents',
  isOwnEmail: () => 'ne doit pas être votre adresse e-mail',
  isOrganisationName: () => 'ne doit pas être le nom de l’organisation',
  isEasyToGuess: () =>
    'est facile à deviner : c’est un mot de passe courant, ou guère plus que des noms, des mots, des dates ou des touches voisines. Prenez trois ou quatre mots sans rapport entre eux',
  cannotSuspendYourself: () => 'Vous ne pouvez pas vous suspendre vous-même.',
  hasTwoCredentials: () => 'Envoyez X-Api-Key ou Authorization, pas les deux.',
  isNoApiKey: () => 'Ce n’est pas une clé d’API.',
  hasNoCredential: () => 'Connectez-vous, ou envoyez une clé d’API.',
  isNoBearer: () => 'Authorization doit être « Bearer » et un jeton.',
  apiKeyIsUnknown: () => 'Cette clé d’API est inconnue, a expiré ou a été révoquée.',
  apiKeyHasExpired: () => 'Cette clé d’API a expiré ou a été révoquée.',
  apiKeyIsOfOneOrganisation: () => 'Une clé d’API vaut pour une organisation : omettez X-Organisation-Id.',
  tokenIsNotOurs: () => 'Ce jeton n’est pas d’ici, ou il a expiré. Connectez-vous, ou renouvelez-le.',
  nobodyIsKnownByToken: () =>
    'Personne n’est connu ici par ce jeton. Demandez une invitation à un administrateur.',
  belongsToSeveral: () =>
    'Vous faites partie de plusieurs organisations : indiquez-en une dans X-Organisation-Id.',
  emailAndPasswordDiffer: () => 'L’adresse et le mot de passe ne vont pas ensemble.',
  takesNoMail: () => 'n’est pas une adresse où envoyer un courriel',
  setupCodeIsUsedUp: () => 'n’est plus valable : il y a déjà une organisation, connectez-vous',
  setupCodeIsWrong: () => 'n’est pas le code que montre le terminal',
  setupCodeIsTooOld: ({ hours }, { figure }) =>
    `a plus de ${figure(hours)} heures : relancez le service pour en avoir un autre`,
  isSuspendedHere: () => 'Vous êtes suspendu dans cette organisation.',
  organisationIsSuspended: () => 'Cette organisation est suspendue.',
  keyMakerIsGone: () => 'La personne qui a créé cette clé d’API est suspendue ou a quitté l’organisation.',
  cannotGrantRole: ({ own, role }) =>
    `Vous êtes ${ROLES[own]} et ne pouvez donc nommer personne ${ROLES[role]}.`,
  cannotChangeRole: ({ own, role }) =>
    `Vous êtes ${ROLES[own]} et ne pouvez donc pas modifier quelqu’un du rôle ${ROLES[role]}.`,
  needsAnOwner: () =>
    'Une organisation a besoin d’un administrateur principal : nommez d’abord quelqu’un d’autre.',
  hasTooManyPreferences: ({ kilobytes }, { figure }) => `doit avoir au plus ${figure(kilobytes)} Ko`,
  preferencesAreForPeople: () => 'Seules les personnes ont des préférences, pas une clé d’API.',
  keyKeepsItsName: () =>
    'Ceci est pour les personnes : une clé d’API garde le nom avec lequel elle a été créée.',
  keyLeavesNothing: () => 'Une clé d’API ne quitte rien : révoquez-la.',
  isOfNoIssuer: () => 'ne vient pas d’un service de connexion reconnu',
  identityIsTaken: () => 'Cette identité appartient ici à un autre compte.',
  isNotOffered: () => 'n’est pas proposé ici',
  signedOutOnDevice: () => 'Vous êtes déconnecté sur cet appareil.',
  deviceIsSignedOut: () => 'Cet appareil est déconnecté.',
  signedOutInBrowser: () => 'Vous êtes déconnecté dans ce navigateur.',
  passwordIsChanged: ({ given: all, isEnded }, write) => {
    const given = givenOut(all, write)
    const rest = isEnded
      ? ` Ce que vous avez donné est terminé : ${given}.`
      : ` Ce que vous avez donné reste valable : ${given}.`
    return `Votre mot de passe est changé. Les autres appareils doivent se reconnecter.${given === '' ? '' : rest}`
  },
  isArchived: ({ name }) => `${name} est archivé.`,
  apiKeyIsRevoked: ({ name, others }, { counted, figure }) => {
    const more = counted(others, {
      one: 'la clé créée avec elle',
      other: `les ${figure(others)} clés créées avec elle`,
    })
    return `La clé d’API ${name} est révoquée.${others === 0 ? '' : ` De même ${more}.`}`
  },
  hasRoleAlready: ({ name, role }) => `${name} est déjà ${ROLES[role]}.`,
  roleIsChanged: ({ name, before, role }) =>
    `${name} était ${ROLES[before]} et est maintenant ${ROLES[role]}.`,
  isSuspendedAlready: ({ name }) => `${name} est déjà suspendu.`,
  memberIsSuspended: ({ name }) =>
    `${name} est suspendu, et avec cette personne les clés d’API qu’elle a créées.`,
  memberIsReinstated: ({ name }) => `${name} peut se reconnecter ; ses clés d’API fonctionnent à nouveau.`,
  isNotSuspended: ({ name }) => `${name} n’est pas suspendu.`,
  isSuspendedElsewhere: ({ name }) =>
    `${name} n’est plus suspendu dans cette organisation, mais partout : demandez à la personne qui gère le service.`,
  memberIsRemoved: ({ name, keys }, write) =>
    `${name} ne fait plus partie de l’organisation.${revokedKeys(keys, write)}`,
  hasLeft: ({ organisation, keys }, write) =>
    `Vous ne faites plus partie de ${organisation}.${revokedKeys(keys, write)}`,
  invitationIsTakenBack: ({ email }) => `L’invitation de ${email} est retirée.`,
  canSignInThrough: ({ issuer }) => `Vous pouvez maintenant vous connecter par ${issuer}.`,
  identityIsUnlinked: ({ issuer }) => `Cette identité de ${issuer} ne vous connecte plus.`,
  organisationIsShutOut: ({ name }) => `${name} est suspendu : ses personnes et ses clés n’entrent plus.`,
  organisationIsLetIn: ({ name }) => `${name} est de nouveau admis.`,
  resetCodeIsMailed: () =>
    'Si cette adresse a un compte, un code pour un nouveau mot de passe est en route. Il est valable une heure.',
  resetCodeIsNotMailed: () =>
    'Cette installation n’envoie pas de courriel elle-même. Demandez le code, ou un nouveau mot de passe, à la personne qui la gère.',
  passwordIsReset: ({ email, password, isSuspended, forgiven, given: all }, write) => {
    const may = isSuspended ? 'est suspendu ; une fois réadmis, il pourra' : 'peut'
    const given = givenOut(all, write)
    const tries =
      forgiven === 0
        ? 'Aucun mot de passe erroné n’était compté contre ce compte.'
        : `${write.counted(forgiven, { one: `${write.figure(forgiven)} mot de passe erroné est oublié`, other: `${write.figure(forgiven)} mots de passe erronés sont oubliés` })}, personne n’a donc à attendre.`
    const rest = `\nCe que cette personne a donné reste valable : ${given}. Si quelqu’un d’autre a eu le compte, passez-le en revue.`
    return `${email} ${may} se connecter avec le mot de passe ${password}\n${tries}${given === '' ? '' : rest}`
  },
  isGivenOut: ({ given }, write) => givenOut(given, write),
}
