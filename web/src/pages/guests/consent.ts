import { CLICK_COUNTING } from '@millrace/contract/topic'
import type { Tone } from '../../components/Note.tsx'

export interface Consent {
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
}
export type ConsentField = keyof Consent

export function consentInWords({ email_consent, sms_consent, do_not_contact }: Consent): string {
  if (do_not_contact) return 'do not contact'
  const ways = [...(email_consent ? ['e-mail'] : []), ...(sms_consent ? ['SMS'] : [])]
  return ways.length === 0 ? 'none' : ways.join(', ')
}

/** A change that a dialog asks about. */
export interface AskedChange {
  readonly act: string
  readonly means: string
  readonly change: Partial<Consent> & { readonly topics?: Record<string, boolean> }
}

/** What changes when a consent is reversed. */
export function reversed(consent: Consent, field: ConsentField): AskedChange {
  const { act, means } = consents[field][consent[field] ? 'on' : 'off']
  return { act, means, change: { [field]: !consent[field] } }
}

/** The same for a topic of marketing. */
export const turned = (topic: { readonly id: string; readonly name: string }, off: boolean): AskedChange =>
  off
    ? {
        act: `Turn ${topic.name} on`,
        means:
          'Do this only if the guest has asked for it. Workflows may then send them marketing on this topic again.',
        change: { topics: { [topic.id]: true } },
      }
    : {
        act: `Turn ${topic.name} off`,
        means:
          'This guest gets no more marketing on this topic. Workflows skip such a step, record why, and continue. Messages that wait to be sent are not sent.',
        change: { topics: { [topic.id]: false } },
      }

/** The same for click counting. */
export const counted = (off: boolean): AskedChange => ({
  act: off ? 'Count clicks again' : 'Stop counting clicks',
  means: off
    ? 'Do this only if the guest has asked for it. Clicks on links in their e-mails are counted again.'
    : 'This guest’s clicks are no longer counted, including those on links in e-mails they already have.',
  change: { topics: { [CLICK_COUNTING]: off } },
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
    state: 'given',
    tone: 'good',
    act: `Withdraw consent to ${name}`,
    means: `This guest gets no more ${name} messages. Workflows skip such a step, record why, and continue. Messages that wait to be sent are not sent.`,
  },
  off: {
    state: 'not given',
    tone: 'quiet',
    act: `Record consent to ${name}`,
    means: `Do this only if the guest has agreed. Workflows may then send them ${name} messages. Your name is recorded with it.`,
  },
})

export const consents: Record<ConsentField, Record<'on' | 'off', Words> & { readonly name: string }> = {
  email_consent: { name: 'E-mail', ...channel('e-mail') },
  sms_consent: { name: 'SMS', ...channel('SMS') },
  do_not_contact: {
    name: 'Any contact',
    on: {
      state: 'do not contact',
      tone: 'bad',
      act: 'Allow contact again',
      means: 'This guest gets messages again, but only on the channels they gave consent for.',
    },
    off: {
      state: 'allowed',
      tone: 'good',
      act: 'Do not contact',
      means:
        'This guest gets no more messages, even on channels they gave consent for. Workflows skip them, record why, and continue.',
    },
  },
}
