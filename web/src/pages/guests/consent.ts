import { CLICK_COUNTING } from '@millrace/contract/topic'
import type { Tone } from '../../components/Note.tsx'
import { t } from '../../language/words.ts'

export interface Consent {
  readonly email_consent: boolean
  readonly sms_consent: boolean
  readonly do_not_contact: boolean
}
export type ConsentField = keyof Consent

export function consentInWords({ email_consent, sms_consent, do_not_contact }: Consent): string {
  if (do_not_contact) return t`do not contact`
  const ways = [...(email_consent ? ['e-mail'] : []), ...(sms_consent ? ['SMS'] : [])]
  return ways.length === 0 ? t`none` : ways.join(', ')
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
        act: t`Turn ${topic.name} on`,
        means: t`Do this only if the guest has asked for it. Workflows may then send them marketing on this topic again.`,
        change: { topics: { [topic.id]: true } },
      }
    : {
        act: t`Turn ${topic.name} off`,
        means: t`This guest gets no more marketing on this topic. Workflows skip such a step, record why, and continue. Messages that wait to be sent are not sent.`,
        change: { topics: { [topic.id]: false } },
      }

/** The same for click counting. */
export const counted = (off: boolean): AskedChange => ({
  act: off ? t`Count clicks again` : t`Stop counting clicks`,
  means: off
    ? t`Do this only if the guest has asked for it. Clicks on links in their e-mails are counted again.`
    : t`This guest’s clicks are no longer counted, including those on links in e-mails they already have.`,
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
    state: t`given`,
    tone: 'good',
    act: t`Withdraw consent to ${name}`,
    means: t`This guest gets no more ${name} messages. Workflows skip such a step, record why, and continue. Messages that wait to be sent are not sent.`,
  },
  off: {
    state: t`not given`,
    tone: 'quiet',
    act: t`Record consent to ${name}`,
    means: t`Do this only if the guest has agreed. Workflows may then send them ${name} messages. Your name is recorded with it.`,
  },
})

export const consents: Record<ConsentField, Record<'on' | 'off', Words> & { readonly name: string }> = {
  email_consent: { name: 'E-mail', ...channel('e-mail') },
  sms_consent: { name: 'SMS', ...channel('SMS') },
  do_not_contact: {
    name: t`Any contact`,
    on: {
      state: t`do not contact`,
      tone: 'bad',
      act: t`Allow contact again`,
      means: t`This guest gets messages again, but only on the channels they gave consent for.`,
    },
    off: {
      state: t`allowed`,
      tone: 'good',
      act: t`Do not contact`,
      means: t`This guest gets no more messages, even on channels they gave consent for. Workflows skip them, record why, and continue.`,
    },
  },
}
