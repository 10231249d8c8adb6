import { defineMessages } from '../../i18n/messages.ts'

/** Of leaving an organisation. */
export const leaveMessages = defineMessages({
  en: {
    leave: 'Leave the organisation',
    leaveNamed: 'Leave {name}',
    leaveWhat: 'What you entered stays in its books. To come back you have to be invited.',
    leaveLater:
      '{n} entry waits on this device: it has to be in the book first. | {n} entries wait on this device: they have to be in the book first.',
    leaveWarning: 'You will no longer see anything of {name}, on any device.',
  },
  de: {
    leave: 'Betrieb verlassen',
    leaveNamed: '{name} verlassen',
    leaveWhat: 'Was Sie eingetragen haben, bleibt in den Büchern. Zurück kommt nur, wer eingeladen wird.',
    leaveLater:
      '{n} Eintrag wartet auf diesem Gerät: Er muss erst im Buch sein. | {n} Einträge warten auf diesem Gerät: Sie müssen erst im Buch sein.',
    leaveWarning: 'Sie sehen dann auf keinem Gerät mehr etwas von {name}.',
  },
  fr: {
    leave: 'Quitter l’organisation',
    leaveNamed: 'Quitter {name}',
    leaveWhat: 'Ce que vous avez saisi reste dans son registre. Pour revenir il faut être invité.',
    leaveLater:
      '{n} saisie attend sur cet appareil : elle doit d’abord être dans le registre. | {n} saisies attendent sur cet appareil : elles doivent d’abord être dans le registre.',
    leaveWarning: 'Vous ne verrez plus rien de {name}, sur aucun appareil.',
  },
})
