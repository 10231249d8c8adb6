import { defineHelp } from '../../ui/help.ts'
import { fieldMessages } from './field-messages.ts'

export const help = defineHelp(fieldMessages, {
  en: {
    about: 'One field: its boundary, what is sown on it, and how it is split.',
    figures: {
      encloses:
        'The area within the corners, as the service measures it. It is only proposed until you set it.',
      yieldName: 'What was harvested, by the {ha:hectare|ac:acre} that has been cut.',
      remainder: 'What the field keeps when the parts have been split off.',
      where: 'What you said of the place. On the map it counts where the field has no boundary.',
    },
  },
  de: {
    about: 'Ein Schlag: seine Grenze, was darauf gesät ist, und wie er geteilt wird.',
    figures: {
      encloses:
        'Die Fläche zwischen den Ecken, wie der Dienst sie misst. Sie ist ein Vorschlag, bis Sie sie setzen.',
      yieldName: 'Was geerntet wurde, je {ha:Hektar|ac:Acre}, der gedroschen ist.',
      remainder: 'Was dem Schlag bleibt, wenn die Teile abgetrennt sind.',
      where: 'Was Sie vom Ort gesagt haben. Auf der Karte zählt es, wo der Schlag keine Grenze hat.',
    },
  },
  fr: {
    about: 'Une parcelle : sa limite, ce qui y est semé, et comment elle est divisée.',
    figures: {
      encloses:
        'La surface entre les sommets, mesurée par le service. Elle n’est que proposée tant que vous ne la reprenez pas.',
      yieldName: 'Ce qui a été récolté, {ha:par hectare coupé|ac:par acre coupée}.',
      remainder: 'Ce qui reste à la parcelle une fois les parties détachées.',
      where: 'Ce que vous avez dit du lieu. Sur la carte, il compte là où la parcelle n’a pas de limite.',
    },
  },
})
