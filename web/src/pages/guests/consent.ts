export interface Consent {
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
}

export function consentInWords({ email_consent, sms_consent, do_not_contact }: Consent): string {
  if (do_not_contact) return 'nothing: not to be contacted'
  const ways = [...(email_consent ? ['e-mail'] : []), ...(sms_consent ? ['SMS'] : [])]
  return ways.length === 0 ? 'nothing' : ways.join(', ')
}
