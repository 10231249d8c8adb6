import { Link, useNavigate } from '@tanstack/react-router'
import { useMay, useMe } from '../../api/session.ts'
import { NewOffers as Offers } from '../../forms/new-offers.tsx'
import { offerMessages } from '../../forms/offer-messages.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icons.tsx'
import './for-sale.css'
import { messages } from './messages.ts'

/** The page on which stock is offered for sale. */
export function NewOffersScreen() {
  const m = useMessages(offerMessages)
  const list = useMessages(messages)
  const navigate = useNavigate()
  const mayAdd = useMay('records:write')
  const { organisation } = useMe()
  return (
    <>
      <header className="top">
        <div>
          <Link to="/for-sale" search={{}} className="back">
            <Icon name="left" size={18} />
            {m.back}
          </Link>
          <h1>{m.newTitle}</h1>
          <p className="quiet readable">{m.about}</p>
        </div>
      </header>
      {mayAdd ? (
        <div className="panel pad sale-form">
          <Offers
            onDone={() => navigate({ to: '/for-sale', search: {}, replace: true })}
            onCancel={() => void navigate({ to: '/for-sale', search: {} })}
          />
        </div>
      ) : (
        <p className="panel pad quiet">{say(list.mayNot, { organisation: organisation.name })}</p>
      )}
    </>
  )
}
