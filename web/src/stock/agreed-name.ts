/** Names a contract or an order as people do: by our number, theirs, or with whom it is. */
export const agreedName = ({
  reference,
  partnerReference,
  partner,
}: {
  reference: string
  partnerReference: string
  partner: { name: string }
}): string => reference || partnerReference || partner.name
