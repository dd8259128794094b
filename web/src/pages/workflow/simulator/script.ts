import type { Guest } from '@millrace/contract/guest'
import type { Happening, InventedGuest, KeptScript, SimulationScript } from '@millrace/contract/simulation'
import { type DateRule, isScheduled, type WorkflowDefinition } from '@millrace/contract/workflow'
import { t } from '../../../language/words.ts'

/** The initial simulation: a guest with every consent, and an event that matches or a date on which they are due. */
export const freshScript = ({ trigger }: WorkflowDefinition): SimulationScript => ({
  guest: {
    invented:
      'date' in trigger && trigger.date.attribute !== undefined
        ? { ...anyGuest, attributes: { [trigger.date.attribute]: dateFor(trigger.date) } }
        : anyGuest,
  },
  event: isScheduled(trigger)
    ? { occasion: 'next' }
    : {
        written: {
          source: trigger.source,
          ...(trigger.venues?.[0] === undefined ? {} : { serials: [trigger.venues[0]] }),
        },
      },
  happenings: [{ advance: 'end' }],
})

/** A birthday, or a moment that is still to come. */
const dateFor = ({ repeats }: DateRule) => (repeats === 'yearly' ? '1990-05-17' : '2099-05-17T19:30')

const anyGuest: InventedGuest = {
  name: t`Ada Example`,
  email: 'ada@example.com',
  phone: '+442079460000',
  email_consent: true,
  sms_consent: true,
}

/** Like a real guest in everything a workflow reads, without anything that identifies them. */
export const madeUpLike = (guest: Guest): InventedGuest => ({
  name: anyGuest.name ?? null,
  ...(guest.email === null ? {} : { email: anyGuest.email ?? null }),
  ...(guest.phone === null ? {} : { phone: anyGuest.phone ?? null }),
  email_consent: guest.email_consent,
  sms_consent: guest.sms_consent,
  do_not_contact: guest.do_not_contact,
  topics_off: guest.topics_off,
  tags: guest.tags,
  points: guest.points,
})

/** Undefined for a real guest, who may change or be deleted. */
export function toKept({ guest, event, ...rest }: SimulationScript, now: Date): KeptScript | undefined {
  if ('known' in guest || (event !== null && 'stored' in event)) return undefined
  return { start_at: now.toISOString(), ...rest, guest, event }
}

export type HappeningKind = 'by' | 'next' | 'end' | 'to' | 'event' | 'guest' | 'task' | 'click' | 'answer'

export function kindOf(happening: Happening): HappeningKind {
  if ('event' in happening) return 'event'
  if ('guest' in happening) return 'guest'
  if ('task' in happening) return 'task'
  if ('click' in happening) return 'click'
  if ('answer' in happening) return 'answer'
  const { advance } = happening
  if (typeof advance === 'string') return advance
  return 'by' in advance ? 'by' : 'to'
}

export function freshHappening(kind: HappeningKind, now: Date): Happening {
  switch (kind) {
    case 'by':
      return { advance: { by: { amount: 1, unit: 'days' } } }
    case 'to':
      return { advance: { to: now.toISOString() } }
    case 'event':
      return { event: { source: null } }
    case 'guest':
      return { guest: {} }
    case 'task':
      return { task: '' }
    case 'click':
      return { click: '' }
    case 'answer':
      return { answer: '', value: 5 }
    default:
      return { advance: kind }
  }
}

/** A new happening is inserted before the advance to the end, after which the run is finished. */
export function withHappening(happenings: readonly Happening[], added: Happening): Happening[] {
  const last = happenings.at(-1)
  return last && kindOf(last) === 'end' ? [...happenings.slice(0, -1), added, last] : [...happenings, added]
}
