import type { singleSignOn as english } from '../en/single-sign-on.ts'
import type { SameAs } from '../writing.ts'

export const singleSignOn: SameAs<typeof english> = {
  providerHasNoDomain: () =>
    'Votre organisation n’a encore prouvé aucun domaine. D’ici là, son fournisseur d’identité ne connecte personne.',
  providerEmailIsUnverified: () =>
    'Votre fournisseur d’identité ne confirme pas votre adresse e-mail. Demandez à qui le gère.',
  providerEmailIsElsewhere: ({ domain }) =>
    `Votre organisation n’a pas prouvé le domaine ${domain} : son fournisseur d’identité ne connecte personne avec une telle adresse.`,
  accountHasOtherSubject: ({ email }) =>
    `${email} est déjà une autre personne chez votre fournisseur d’identité. Demandez à un administrateur.`,
  accountIsNotOfProvider: () =>
    'Un compte existe avec votre adresse, qui n’est pas membre de cette organisation. Son administrateur peut vous inviter.',
  accountIsOfOthersToo: () =>
    'Votre compte appartient aussi à d’autres organisations : le fournisseur d’identité d’une seule ne le connecte pas.',
  platformAdminByProvider: () =>
    'Votre compte administre cette installation : le fournisseur d’identité d’une organisation ne le connecte pas.',
  claimGivesNoRole: () =>
    'Votre fournisseur d’identité ne vous donne aucun rôle dans cette organisation. Demandez à y être ajouté à un groupe.',
  providerAnswerIsWrong: () =>
    'Ce que votre fournisseur d’identité a envoyé n’est pas valable. Connectez-vous de nouveau.',
  providerDidNotAskAnew: () =>
    'Votre fournisseur d’identité ne vous a pas redemandé qui vous êtes. Déconnectez-vous chez lui, puis réessayez.',
  providerIsAway: () =>
    'Votre fournisseur d’identité ne répond pas comme il le devrait. Réessayez plus tard, ou demandez à qui le gère.',
  providerSignInIsGone: () =>
    'Cette connexion n’a pas commencé dans ce navigateur, a expiré ou a déjà servi. Connectez-vous de nouveau.',
  signsInByProvider: ({ organisation }) =>
    `${organisation} connecte ses membres par son propre fournisseur d’identité. Utilisez-le au lieu d’un mot de passe ou d’une clé d’accès.`,
  providerSessionIsOfOne: () =>
    'Vous êtes connecté par le fournisseur d’identité d’une organisation et n’agissez que pour elle.',
  isOfNoProvider: () => 'n’est d’aucune organisation qui a sa propre connexion',
  hasNoProvider: () => 'Votre organisation n’a pas encore sa propre connexion.',
  providerIsRemoved: () => 'Votre propre connexion est retirée.',
  isNoIssuer: () => 'n’est pas l’adresse d’un émetteur : elle n’a pas de point d’interrogation',
  isNeededForIssuer: () => 'est nécessaire, car l’émetteur est un autre',
  isNoOwner: () => 'n’est pas un administrateur principal actif de cette organisation avec un mot de passe',
  isNeededToEnforce: () =>
    'est nécessaire, pour que quelqu’un puisse entrer quand le fournisseur d’identité ne répond pas',
  needsVerifiedDomain: () => 'demande un domaine prouvé',
  isNoDomain: () => 'n’est pas un domaine, comme hillfarm.example',
  hasDomainAlready: ({ domain }) => `Vous avez déjà le domaine ${domain}.`,
  hasMostDomains: ({ most }) => `Vous avez ${most} domaines, le maximum.`,
  enforcedNeedsDomain: () => 'Tant que votre propre connexion est obligatoire, son dernier domaine reste.',
  domainIsRemoved: ({ domain }) => `${domain} est retiré.`,
  domainIsVerified: ({ domain }) => `${domain} est prouvé.`,
  domainIsOfAnother: ({ domain }) => `Une autre organisation a prouvé ${domain}.`,
  recordIsNotThere: ({ name }) =>
    `L’enregistrement TXT ${name} n’a pas encore ce texte. Il peut falloir quelques heures avant qu’il soit visible.`,
  domainIsMailed: ({ address }) => `Un lien est en route vers ${address}. Il est valable un jour.`,
  domainMailIsNotSent: () =>
    'Cette installation n’envoie pas de courriels : qui la gère trouve le lien dans sa boîte d’envoi. Il est valable un jour.',
  domainLinkIsGone: () => 'Ce lien est inconnu, a déjà servi ou a expiré.',
  domainMailSubject: ({ domain }) => `Prouvez que ${domain} est à vous`,
  domainMailText: ({ organisation, domain, token, publicUrl }) => {
    const wayIn =
      publicUrl === undefined
        ? `Votre code, pour la page « sign-in/domain » de Granary :\n\n${token}`
        : `Si c’est juste, ouvrez ceci dans la journée :\n\n${publicUrl}/sign-in/domain#${token}`
    return `${organisation} veut connecter à Granary des personnes avec une adresse de ${domain}.

${wayIn}

Si vous ne connaissez pas ${organisation}, ne faites rien.
`
  },
}
