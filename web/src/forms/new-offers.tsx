import { useQuery } from '@tanstack/react-query'
import { askOnce } from '../api/ask-once.ts'
import { Refused } from '../api/client.ts'
import { postInventoryTradeAvailabilityLimits } from '../api/operations.ts'
import { useMe } from '../api/session.ts'
import { useOnline } from '../frame/online.ts'
import { useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { useDraft } from '../offline/drafts.ts'
import { GrainFields } from '../stock/grain-fields.tsx'
import { harvestYearOf } from '../stock/harvest-year.ts'
import { onlyCrop } from '../stock/only-crop.ts'
import { catalogueQuery, countriesQuery } from '../stock/queries.ts'
import { fieldsOf, type FieldsOf } from '../ui/fields-of.ts'
import { Form, useSending } from '../ui/form.tsx'
import { Icon } from '../ui/icons.tsx'
import { TextField } from '../ui/parts.tsx'
import { Rehearsed, useRehearsal } from '../ui/rehearsal.tsx'
import { blankOffer, offersBody, grainIdOf, type Kind, type TypedOffer } from './offer-draft.ts'
import { OfferFields } from './offer-fields.tsx'
import { offerMessages } from './offer-messages.ts'

/** Reads the kind of each commodity by its id: crop or produce. */
function useKinds() {
  const catalogue = useQuery(catalogueQuery(useMe().organisation.countryISO))
  const kinds = catalogue.data?.flatMap(({ type, items }) => items.map(({ id }) => [id, type] as const))
  return { kinds: new Map<number, Kind>(kinds), readAt: catalogue.dataUpdatedAt }
}

interface Props {
  onDone: () => unknown
  onCancel: () => void
}

/** Stock is offered for sale, one or several parcels in one go; what is typed is kept on this device until it is entered. */
export function NewOffers({ onDone, onCancel }: Props) {
  const language = useLanguage()
  const isOnline = useOnline()
  const { organisation } = useMe()
  const { kinds } = useKinds()
  const yearOf = useProposedYear()
  const [draft, change, clear] = useDraft(`${organisation.id}.for-sale`, () => ({
    offers: [blankOffer()],
  }))
  const offers = draft.offers.map((offer) => ({ ...offer, year: offer.year || yearOf(offer.grain) }))
  const body = offersBody(offers, kinds, language)
  const rehearsal = useRehearsal('POST /api/inventory/trade-availability', body && { body })
  const sending = useSending()
  // What was refused stays until the service would take it.
  const refused = rehearsal.answer ? null : (rehearsal.error ?? sending.error)
  const save = () =>
    body &&
    sending.send(
      () => askOnce('POST /api/inventory/trade-availability', { body }),
      () => {
        clear()
        return onDone()
      },
    )
  const commodityId = onlyCrop(body?.commodities.map(({ commodity }) => commodity.id) ?? [])
  const m = useMessages(offerMessages, commodityId)
  const formats = useFormats(commodityId)
  const kg = body?.commodities.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <Form
      sending={sending}
      action={
        kg === undefined ? m.enter : say(m.enterOf, { n: offers.length, weight: formats.exactStock(kg) })
      }
      isReady={body !== undefined && isOnline}
      isSaidBelow={isSaidBelow(sending.error)}
      onSend={save}
      onCancel={onCancel}
    >
      <Offers
        offers={offers}
        typed={draft.offers}
        onChange={(typed) => change({ offers: typed })}
        refused={refused}
      />
      <Rehearsed
        rehearsal={isSaidBelow(rehearsal.error) ? { ...rehearsal, error: null } : rehearsal}
        commodityId={commodityId}
      />
    </Form>
  )
}

interface OffersProps {
  /** Each with its harvest year, typed or not. */
  offers: TypedOffer[]
  typed: TypedOffer[]
  onChange: (typed: TypedOffer[]) => void
  refused: unknown
}

/** One offer below the other, and the button for another. */
function Offers({ offers, typed, onChange, refused }: OffersProps) {
  const m = useMessages(offerMessages)
  return (
    <>
      {offers.map((offer, index) => (
        <Offer
          key={index}
          number={index + 1}
          offer={offer}
          onChange={(part) => onChange(typed.map((each, at) => (at === index ? { ...each, ...part } : each)))}
          onRemove={offers.length > 1 ? () => onChange(typed.filter((_each, at) => at !== index)) : undefined}
          {...fieldsOf(
            refused,
            postInventoryTradeAvailabilityLimits,
            (path) => `commodities[${index}].${path}`,
          )}
        />
      ))}
      <div className="bar">
        <button type="button" className="button" onClick={() => onChange([...typed, blankOffer()])}>
          <Icon name="plus" size={18} />
          {m.more}
        </button>
      </div>
    </>
  )
}

const shownPaths =
  /^commodities\[\d+\]\.(commodity(\.(id|type|grade|variety))?|harvestYear|weight|soldWeight|tags|businessUnitIds)(\[\d+\])?$/

/** True if everything that was refused is shown at its field. */
function isSaidBelow(error: unknown): boolean {
  const said = error instanceof Refused ? (error.fault?.validation ?? []) : []
  return said.length > 0 && said.every(({ path }) => shownPaths.test(path))
}

interface OfferProps extends FieldsOf {
  number: number
  offer: TypedOffer
  onChange: (part: Partial<TypedOffer>) => void
  onRemove: (() => void) | undefined
}

function Offer({ number, offer, onChange, onRemove, faultOf, at }: OfferProps) {
  const m = useMessages(offerMessages)
  return (
    <fieldset className="stack one-offer">
      <legend className="strong">{say(m.numbered, { n: number })}</legend>
      <OfferFields value={offer} onChange={onChange} faultOf={faultOf} commodityId={grainIdOf(offer.grain)}>
        <GrainFields
          value={offer}
          onChange={onChange}
          labels={m}
          faults={{
            grain: faultOf('commodity', 'commodity.id', 'commodity.type'),
            grade: faultOf('commodity.grade'),
          }}
        />
        <div className="two">
          <TextField
            label={m.year}
            value={offer.year}
            onChange={(year) => onChange({ year })}
            {...at('harvestYear')}
          />
          <TextField
            label={m.variety}
            value={offer.variety}
            onChange={(variety) => onChange({ variety })}
            {...at('commodity.variety')}
          />
        </div>
      </OfferFields>
      {onRemove && (
        <button type="button" className="button start" onClick={onRemove}>
          {say(m.less, { n: number })}
        </button>
      )}
    </fieldset>
  )
}

/** The harvest that a grain of today is of, unless somebody says otherwise. */
function useProposedYear(): (grain: string) => string {
  const formats = useFormats()
  const { countryISO } = useMe().organisation
  const country = useQuery(countriesQuery).data?.[countryISO]
  return (grain) =>
    country && grain !== '' ? harvestYearOf(formats.today(), Number(grain.split('.')[0]), country) : ''
}
