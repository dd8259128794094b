import type { Tone } from '../../components/Note.tsx'

export interface Consent {
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
}
export type ConsentField = keyof Consent

export function consentInWords({ email_consent, sms_consent, do_not_contact }: Consent): string {
  if (do_not_contact) return 'nothing: not to be contacted'
  const ways = [...(email_consent ? ['e-mail'] : []), ...(sms_consent ? ['SMS'] : [])]
  return ways.length === 0 ? 'nothing' : ways.join(', ')
}

/** What changes when a consent is reversed. */
export const turned = (consent: Consent, field: ConsentField): Partial<Consent> => ({
  [field]: !consent[field],
})

/** Each consent in words: its state, the action, and what the action means for the guest. */
interface Words {
  readonly state: string
  readonly tone: Tone
  readonly act: string
  readonly means: string
}

const channel = (name: string): Record<'on' | 'off', Words> => ({
  on: {
    state: 'agreed',
    tone: 'good',
    act: `Withdraw consent to ${name}`,
    means: `This guest gets no ${name} any more, from the next one on. Workflows skip it, say why, and go on. One that waits to be sent is not sent.`,
  },
  off: {
    state: 'has not agreed',
    tone: 'quiet',
    act: `Record consent to ${name}`,
    means: `Do this only when the guest has agreed. Workflows may send them ${name} from now on. Your name is recorded with it.`,
  },
})

export const consents: Record<ConsentField, Record<'on' | 'off', Words> & { readonly name: string }> = {
  email_consent: { name: 'E-mail', ...channel('e-mail') },
  sms_consent: { name: 'SMS', ...channel('SMS') },
  do_not_contact: {
    name: 'Contact at all',
    on: {
      state: 'not to be contacted',
      tone: 'bad',
      act: 'Allow contact again',
      means: 'This guest gets again what they have agreed to, and nothing else.',
    },
    off: {
      state: 'allowed',
      tone: 'good',
      act: 'Do not contact',
      means:
        'This guest gets nothing at all any more, whatever they have agreed to. Workflows skip what they would send, say why, and go on.',
    },
  },
}
