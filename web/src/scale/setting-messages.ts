import { defineMessages } from '../i18n/messages.ts'

/** Texts for setting up the indicator and the printer of a device. */
export const settingMessages = defineMessages({
  en: {
    source: 'How the indicator is heard',
    cable: 'At the cable of this device',
    bridge: 'By granary scale on this computer',
    second: 'By granary scale, the second indicator',
    noBridge: 'Nothing is heard. Start granary scale on this computer; how is in the documentation.',
    make: 'Indicator',
    name: 'What the scale is called on tickets',
    baud: 'Baud',
    parity: 'Parity',
    none: 'none',
    even: 'even',
    odd: 'odd',
    paper: 'Paper',
    tareDays: 'Days for which a tare may be taken over (0: never)',
    heard: 'Last line',
    nothingHeard: 'Nothing was heard yet.',
    read: 'Read as {kg} {scaleUnit}',
    notRead: 'Not a weight in this format.',
    noSerial:
      'This browser cannot listen to an indicator. Use Chrome or Edge on a computer over HTTPS, or type the weight.',
    liveTitle: 'The scale of this device',
    live: 'What it shows now',
    noWeight: 'no weight',
    isCable: 'Every device has its own: what is set here holds on this one.',
    silent: 'If it does not answer',
    helpPort:
      'Is the indicator switched on, and does its cable end at this computer? Take the cable out, put it in again, and choose the port anew.',
    helpSpeed:
      'Signs that nobody can read: another speed or parity. Both are in the indicator’s own menu, often under “COM” or “Serial”.',
    helpMake:
      'Lines that can be read, and no weight: another indicator in the list above, or “any”. The indicator has to send by itself (continuous), not on request.',
    helpProgram:
      'Another program has the port, such as the one that was used before: close it. Only one can listen.',
    helpBridge:
      'Through granary scale: does it still run in its window? It says there what it hears. It has to run on the computer that shows this page.',
    helpType: 'Meanwhile type the weight: the ticket says that it was typed.',
    connectAgain: 'Choose the port anew',
  },
  de: {
    source: 'Wie die Anzeige gehört wird',
    cable: 'Am Kabel dieses Geräts',
    bridge: 'Durch granary scale auf diesem Computer',
    second: 'Durch granary scale, die zweite Anzeige',
    noBridge:
      'Es ist nichts zu hören. Starten Sie granary scale auf diesem Computer; wie, steht in der Dokumentation.',
    make: 'Anzeige',
    name: 'Wie die Waage auf Wiegescheinen heißt',
    baud: 'Baud',
    parity: 'Parität',
    none: 'keine',
    even: 'gerade',
    odd: 'ungerade',
    paper: 'Papier',
    tareDays: 'Tage, für die eine Tara übernommen werden darf (0: nie)',
    heard: 'Letzte Zeile',
    nothingHeard: 'Noch wurde nichts empfangen.',
    read: 'Gelesen als {kg} {scaleUnit}',
    notRead: 'In diesem Format kein Gewicht.',
    noSerial:
      'Dieser Browser kann keine Anzeige lesen. Nehmen Sie Chrome oder Edge an einem Rechner über HTTPS, oder tippen Sie das Gewicht.',
    liveTitle: 'Die Waage dieses Geräts',
    live: 'Was sie jetzt zeigt',
    noWeight: 'kein Gewicht',
    isCable: 'Jedes Gerät hat seine eigene: Was hier eingestellt wird, gilt auf diesem.',
    silent: 'Wenn sie nicht antwortet',
    helpPort:
      'Ist die Anzeige eingeschaltet, und endet ihr Kabel an diesem Rechner? Ziehen Sie das Kabel ab, stecken Sie es wieder an, und wählen Sie den Anschluss neu.',
    helpSpeed:
      'Zeichen, die niemand lesen kann: andere Geschwindigkeit oder Parität. Beide stehen im Menü der Anzeige, oft unter „COM“ oder „Seriell“.',
    helpMake:
      'Lesbare Zeilen, aber kein Gewicht: eine andere Anzeige in der Liste oben, oder „beliebig“. Die Anzeige muss von selbst senden (dauernd), nicht auf Anfrage.',
    helpProgram:
      'Ein anderes Programm hat den Anschluss, etwa das bisherige: Schließen Sie es. Nur eines kann zuhören.',
    helpBridge:
      'Durch granary scale: Läuft es noch in seinem Fenster? Dort steht, was es hört. Es muss auf dem Rechner laufen, der diese Seite zeigt.',
    helpType: 'Tippen Sie solange das Gewicht: Der Wiegeschein sagt, dass es getippt wurde.',
    connectAgain: 'Anschluss neu wählen',
  },
  fr: {
    source: 'Comment l’indicateur est lu',
    cable: 'Au câble de cet appareil',
    bridge: 'Par granary scale sur cet ordinateur',
    second: 'Par granary scale, le second indicateur',
    noBridge: 'Rien n’est reçu. Lancez granary scale sur cet ordinateur ; voir la documentation.',
    make: 'Indicateur',
    name: 'Nom de la bascule sur les tickets',
    baud: 'Bauds',
    parity: 'Parité',
    none: 'aucune',
    even: 'paire',
    odd: 'impaire',
    paper: 'Papier',
    tareDays: 'Jours pendant lesquels une tare peut être reprise (0 : jamais)',
    heard: 'Dernière ligne',
    nothingHeard: 'Rien n’a encore été reçu.',
    read: 'Lu comme {kg} {scaleUnit}',
    notRead: 'Pas un poids dans ce format.',
    noSerial:
      'Ce navigateur ne peut pas écouter d’indicateur. Prenez Chrome ou Edge sur un ordinateur en HTTPS, ou saisissez le poids.',
    liveTitle: 'La bascule de cet appareil',
    live: 'Ce qu’elle affiche',
    noWeight: 'pas de poids',
    isCable: 'Chaque appareil a la sienne : ce qui est réglé ici vaut sur celui-ci.',
    silent: 'Si elle ne répond pas',
    helpPort:
      'L’indicateur est-il allumé, et son câble arrive-t-il à cet ordinateur ? Débranchez le câble, rebranchez-le et choisissez de nouveau le port.',
    helpSpeed:
      'Des signes illisibles : une autre vitesse ou parité. Les deux sont dans le menu de l’indicateur, souvent sous « COM » ou « Série ».',
    helpMake:
      'Des lignes lisibles mais pas de poids : un autre indicateur dans la liste ci-dessus, ou « autre ». L’indicateur doit émettre de lui-même (en continu), pas sur demande.',
    helpProgram: 'Un autre programme tient le port, par exemple l’ancien : fermez-le. Un seul peut écouter.',
    helpBridge:
      'Par granary scale : tourne-t-il encore dans sa fenêtre ? Il y dit ce qu’il reçoit. Il doit tourner sur l’ordinateur qui affiche cette page.',
    helpType: 'En attendant, saisissez le poids : le bon de pesée indique qu’il a été saisi.',
    connectAgain: 'Choisir de nouveau le port',
  },
})
