import type { BroadcastRule } from '@millrace/contract/broadcast'
import { type DateRule, type Trigger, triggerKind } from '@millrace/contract/workflow'
import type { Locator } from 'playwright-core'
import { fillCondition } from './conditions.ts'
import { type Hand, labelled } from './hand.ts'
import { fillDuration, tickWeekdays } from './values.ts'

const kinds = {
  event: 'An event',
  date: 'A guest’s date, such as a birthday',
  absence: 'A guest’s absence',
  segment: 'A guest entering or leaving a segment',
  broadcast: 'A broadcast to a segment',
} as const

/** Fills in what starts the workflow. A segment is chosen by its name. */
export async function fillTrigger(
  hand: Hand,
  panel: Locator,
  trigger: Trigger,
  segment: string | undefined,
): Promise<void> {
  await hand.choose(labelled(panel, 'Triggered by'), kinds[triggerKind(trigger)])
  if ('date' in trigger) await fillDate(hand, panel, trigger.date)
  else if ('absence' in trigger) {
    const { days, sources = [], time, if_late } = trigger.absence
    await hand.fill(labelled(panel, 'Days away'), String(days))
    if (sources.length > 0)
      await hand.fill(labelled(panel, 'Sources whose events count as coming back'), sources.join(', '))
    await hand.fill(labelled(panel, 'Time of day'), time)
    await hand.tick(labelled(panel, 'Start late'), if_late === 'start')
  } else if ('segment' in trigger) {
    const { on, already_in } = trigger.segment
    await hand.choose(labelled(panel, 'Segment'), segment ?? '')
    await hand.choose(
      labelled(panel, 'The guest'),
      on === 'enters' ? 'Enters the segment' : 'Leaves the segment',
    )
    if (already_in === 'start')
      await hand.tick(labelled(panel, 'Also start for guests who are in it already'), true)
  } else if ('broadcast' in trigger) {
    await hand.choose(labelled(panel, 'Segment'), segment ?? '')
    await fillBroadcast(hand, panel, trigger.broadcast)
  } else {
    await hand.fill(labelled(panel, 'Source'), trigger.source ?? '')
    if (trigger.listener)
      await hand.choose(
        labelled(panel, 'Events of this source'),
        'Start another workflow, and this one as well',
      )
  }
  if (trigger.when !== undefined) await fillCondition(hand, panel, 'Only if', trigger.when)
  if (trigger.venues !== undefined)
    await hand.fill(labelled(panel, 'Only at these venues'), trigger.venues.join(', '))
  await fillReEntry(hand, panel, trigger.re_entry)
}

const offsets = {
  days_before: 'Days before it',
  hours_before: 'Hours before it',
  hours_after: 'Hours after it',
  days_after: 'Days after it',
} as const
const dates = { first_visit: 'The first visit', last_visit: 'The last visit' } as const

async function fillDate(hand: Hand, panel: Locator, rule: DateRule): Promise<void> {
  const { attribute, fact, repeats, time, if_late } = rule
  await hand.choose(labelled(panel, 'Date'), fact === undefined ? 'An attribute of the guest' : dates[fact])
  if (attribute !== undefined) await hand.fill(labelled(panel, 'Attribute with the date'), attribute)
  await hand.choose(
    labelled(panel, 'How often'),
    repeats === 'yearly' ? 'Every year, as a birthday' : 'Once, on the date itself',
  )
  const offset = (Object.keys(offsets) as (keyof typeof offsets)[]).find(name => rule[name] !== undefined)
  await hand.choose(labelled(panel, 'When'), offset === undefined ? 'On the day' : offsets[offset])
  if (offset !== undefined)
    await hand.fill(labelled(panel, offset.startsWith('hours') ? 'Hours' : 'Days'), String(rule[offset]))
  if (time !== undefined) await hand.fill(labelled(panel, 'Time of day'), time)
  await hand.tick(labelled(panel, 'Start late'), if_late === 'start')
}

async function fillBroadcast(hand: Hand, panel: Locator, rule: BroadcastRule): Promise<void> {
  const { once, every, clock, pace } = rule
  if (once !== undefined || pace !== undefined || every?.weekdays === undefined || every.week !== undefined) {
    if (once === undefined && pace === undefined && every === undefined) return
    throw new Error('no staple is sent like this')
  }
  await hand.choose(labelled(panel, 'When'), 'On days of the week')
  await tickWeekdays(hand, panel, every.weekdays)
  await hand.fill(labelled(panel, 'Time of day'), every.time)
  await hand.choose(
    labelled(panel, 'By which clock'),
    clock === 'venue' ? 'Each guest’s venue’s' : 'The organisation’s',
  )
}

async function fillReEntry(hand: Hand, panel: Locator, rule: Trigger['re_entry']): Promise<void> {
  const often = labelled(panel, 'How often a guest can enter')
  if (rule === undefined) return hand.choose(often, 'Every time')
  await hand.choose(often, rule.within === null ? 'Only once' : 'At most once within a time')
  if (rule.within !== null) await fillDuration(hand, panel, 'At most once within', rule.within)
  await hand.choose(labelled(panel, 'Counted'), rule.per === 'guest' ? 'per guest' : 'per guest and venue')
}
