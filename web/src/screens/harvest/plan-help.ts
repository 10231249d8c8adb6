import { defineHelp } from '../../ui/help.ts'
import { planMessages } from './plan-messages.ts'

export const help = defineHelp(planMessages, {
  en: {
    about: 'One crop: its loads, what each field brought, and what is still to cut.',
    figures: {
      figures:
        'Harvested is what the loads weighed, expected is area times expected yield, projected what will be there if the rest yields the same.',
      moisture:
        'The moisture of the loads, each counted by its weight; loads without a measurement are left out.',
      fields: 'The yield by the {ha:hectare|ac:acre} cut, beside what was expected of the field.',
      net: 'What a load weighed, before drying takes anything.',
    },
  },
  de: {
    about: 'Eine Kultur: ihre Fuhren, was jedes Feld brachte und was noch zu dreschen ist.',
    figures: {
      figures:
        'Geerntet ist, was die Fuhren wogen, erwartet ist Fläche mal erwarteter Ertrag, hochgerechnet, was es wird, wenn der Rest so viel bringt.',
      moisture: 'Die Feuchte der Fuhren, jede nach ihrem Gewicht gezählt; ohne Messung zählt eine nicht mit.',
      fields: 'Der Ertrag je gedroschenem {ha:Hektar|ac:Acre}, neben dem, was vom Feld erwartet war.',
      net: 'Was eine Fuhre wog, bevor das Trocknen etwas nimmt.',
    },
  },
  fr: {
    about: 'Une culture : ses charges, ce que chaque champ a donné, et ce qui reste à couper.',
    figures: {
      figures:
        'Récolté est ce que pesaient les charges, attendu la surface fois le rendement attendu, projeté ce qu’il y aura si le reste donne autant.',
      moisture:
        'L’humidité des charges, chacune comptée selon son poids ; sans mesure, une charge ne compte pas.',
      fields:
        'Le rendement {ha:par hectare coupé|ac:par acre coupée}, à côté de ce qui était attendu du champ.',
      net: 'Ce que pesait une charge, avant que le séchage n’enlève quelque chose.',
    },
  },
})
