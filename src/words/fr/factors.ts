import type { factors as sentences } from '../en/factors.ts'
import type { SameAs } from '../writing.ts'

export const factors: SameAs<typeof sentences> = {
  stepUpIsNeeded: ({ minutes }) =>
    `Il faut pour cela avoir confirmé votre identité au cours des ${minutes} dernières minutes. Confirmez-la de nouveau, puis renvoyez ceci.`,
  secondFactorIsNeeded: () =>
    'Votre organisation exige un second facteur. Configurez d’abord une clé d’accès ou une application de codes ; vous ne pouvez rien faire d’autre avant.',
  challengeIsGone: () => 'Ceci a expiré ou a déjà servi. Reconnectez-vous.',
  challengeIsOver: () => 'a expiré ou a déjà servi ; recommencez',
  factorIsWrong: ({ by }) =>
    ({
      code: 'Le code est incorrect.',
      passkey: 'La clé d’accès est incorrecte. Réessayez.',
      password: 'Le mot de passe est incorrect.',
    })[by],
  isNotRight: () => 'est incorrect',
  needsOneFactor: () => 'est nécessaire, ou une clé d’accès ; mais pas les deux',
  hasNoFactor: () => 'Vous n’avez pas encore de second facteur.',
  steppedUp: () => 'Votre identité est confirmée.',
  hasCodeApp: () => 'Vous avez déjà une application de codes. Retirez-la avant d’en configurer une autre.',
  noCodeAppBegun: () => 'Aucune application de codes n’est en cours de configuration. Commencez par là.',
  isNotItsCode: () => 'ne correspond pas à l’application ; vérifiez son horloge',
  factorIsAdded: ({ codes }) =>
    codes === 0
      ? 'C’est configuré et sera demandé à la connexion.'
      : `C’est configuré et sera demandé à la connexion. Gardez les ${codes} codes de secours en lieu sûr.`,
  factorIsRemoved: () => 'C’est retiré : plus personne ne se connecte avec.',
  recoveryCodesAreNew: ({ codes }) =>
    `Voici ${codes} nouveaux codes de secours. Les précédents ne sont plus valables.`,
  memberIsSignedOut: ({ name, count }) =>
    `${name} est déconnecté sur ${count === 1 ? 'un appareil' : `${count} appareils`}.`,
  otherDevicesAreSignedOut: ({ count }) =>
    `Vous êtes déconnecté sur ${count === 1 ? 'un autre appareil' : `${count} autres appareils`}.`,
  isNoNetwork: () => 'n’est pas une adresse de réseau en notation CIDR, comme 192.0.2.0/24',
  apiKeyIsChanged: ({ name }) => `La clé d’API ${name} est modifiée.`,
  acceptsSignedIn: () =>
    'Vous avez un second facteur : connectez-vous d’abord avec lui, puis rouvrez l’invitation et acceptez-la.',
  hasMostPasskeys: ({ most }) => `Vous avez ${most} clés d’accès, le maximum permis. Retirez-en d’abord une.`,
  isNoPasskeyOfThis: () => 'n’a pas été faite pour ceci ; recommencez',
  passkeyIsTaken: () => 'Cette clé d’accès est déjà utilisée.',
  cannotResetOwnFactors: () =>
    'Votre propre second facteur se change dans vos réglages. Si vous l’avez perdu, prenez un code de secours ou demandez à un autre administrateur.',
  belongsElsewhereToo: ({ name }) =>
    `${name} appartient aussi à d’autres organisations. Demandez à l’exploitant du service de retirer le second facteur (user reset-factors).`,
  memberHasNoFactor: ({ name }) => `${name} n’a pas de second facteur.`,
  takesAnotherAdmin: () =>
    'Il faut un autre administrateur que celui qui l’a demandé, et non la personne concernée.',
  resetIsConfirmed: ({ name }) => `Le lien à usage unique pour ${name} est valable dès maintenant.`,
  resetIsTakenBack: () => 'Le lien à usage unique est retiré.',
  factorResetIsGone: () => 'Ce lien est inconnu, a servi, a été retiré ou a expiré. Demandez-en un nouveau.',
  factorResetIsGoodLater: ({ fromUTC, timeZone }, { day, time }) =>
    `Ce lien est valable à partir du ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}, ou dès qu’un autre administrateur l’a confirmé.`,
  factorsAreReset: () =>
    'Vos seconds facteurs sont retirés. Connectez-vous avec votre mot de passe et configurez-en de nouveaux.',
  isYoursAlready: () => 'est déjà votre adresse',
  emailCodesAreMailed: () => 'Un code part vers chacune des deux adresses. Les deux sont valables une heure.',
  emailCodesAreNotMailed: () =>
    'Cette installation n’envoie pas de courriel : l’exploitant trouve les deux codes dans sa boîte d’envoi. Les deux sont valables une heure.',
  noEmailChange: () =>
    'Il n’y a pas de changement d’adresse à confirmer, ou ses codes ont expiré. Recommencez.',
  emailIsChanged: ({ email }) => `Vous vous connectez désormais avec ${email}.`,
  factorResetSubject: () => 'Un nouveau départ sans votre second facteur',
  factorResetText: ({ askedBy, fromUTC, timeZone, token, publicUrl }, { day, time }) => {
    const wayIn =
      publicUrl === undefined
        ? `Votre code, pour la page « factor-reset » de Granary :\n\n${token}`
        : `Ouvrez alors :\n\n${publicUrl}/factor-reset#${token}`
    return `${askedBy} vous permet de retirer le second facteur que vous avez perdu.

C’est valable à partir du ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}, une fois, pendant trois jours.

${wayIn}

Si vous n’avez rien perdu, dites-le à un administrateur de votre organisation : cela peut être retiré.
`
  },
  factorResetNoticeSubject: ({ name }) => `Le second facteur de ${name} doit être retiré`,
  factorResetNoticeText: ({ name, askedBy, fromUTC, timeZone }, { day, time }) =>
    `${askedBy} a demandé de retirer le second facteur de ${name}, à partir du ${day(fromUTC, timeZone)}, ${time(fromUTC, timeZone)}.

Si c’est juste, un autre administrateur peut le confirmer dans les réglages, sous « Personnes et rôles », pour que ce soit valable dès maintenant.
Sinon, retirez-le au même endroit.
`,
  emailChangeSubject: () => 'Votre adresse e-mail pour Granary',
  emailChangeOldText: ({ newEmail, code }) =>
    `Quelqu’un qui est connecté sous votre nom veut se connecter désormais avec ${newEmail}.

Votre code, pour l’adresse actuelle :

${code}

Si ce n’était pas vous, gardez-le pour vous, changez votre mot de passe et terminez vos autres sessions : rien ne change sans ce code.
`,
  emailChangeNewText: ({ code }) =>
    `Quelqu’un veut se connecter à Granary avec cette adresse.

Votre code, pour la nouvelle adresse :

${code}

Si ce n’était pas vous, vous n’avez rien à faire : rien ne change sans ce code.
`,
  userFactorsAreReset: ({ email }) => `${email} n’a plus de second facteur et est déconnecté partout.`,
  userEmailIsSet: ({ email, newEmail }) => `${email} se connecte désormais avec ${newEmail}.`,
}
