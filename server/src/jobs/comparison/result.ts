import type { ComparisonResult, Tally } from '@millrace/contract/job'
import type { Comparing } from './compare-portion.ts'

const SAMPLE = 20

const dueNote = 'Guests are due by the dates that they have today and the visits that there were at the time.'
const segmentNote =
  'Guests entered and left segments by the conditions that these had at the time. Who is in a segment at the publication is not counted.'
const broadcastNote =
  'A broadcast goes to the guests who are in its segment today. One that a member sends is counted once, at the end.'

const notes = [
  'Guests, their earlier runs, venues and settings are as they are today, not as they were when the events arrived.',
  'The re-entry limit is counted from the first of these days: earlier entries are not known.',
  'Every message is delivered at once, no further events arrive during a wait, and waits are as short as possible.',
  'Changes that one run makes to a guest are not seen by the next; limits for each guest are applied.',
  'Daily budgets are not applied: points and messages are counted as if there were none.',
]

export function resultOf({ request, draft, live, events }: Comparing): ComparisonResult {
  const before = live?.tally
  const triggers = [draft, live].flatMap(side => (side === null ? [] : [side.workflow.trigger]))
  const bySegment = triggers.some(trigger => 'segment' in trigger)
  const byBroadcast = triggers.some(trigger => 'broadcast' in trigger)
  const byClock = triggers.some(trigger => 'date' in trigger || 'absence' in trigger)
  return {
    events,
    since: request.since,
    until: request.until,
    draft: { ...draft.tally, guests: draft.guests.size },
    live: live === null ? null : { ...live.tally, guests: live.guests.size },
    difference: {
      entries: draft.tally.entries - (before?.entries ?? 0),
      only_draft: onlyIn(draft.guests, live?.guests ?? new Set()),
      only_live: onlyIn(live?.guests ?? new Set(), draft.guests),
      messages: messagesBetween(before?.messages ?? {}, draft.tally.messages),
      points: balance(draft.tally) - (before === undefined ? 0 : balance(before)),
    },
    notes: [
      ...(byClock ? [dueNote] : []),
      ...(bySegment ? [segmentNote] : []),
      ...(byBroadcast ? [broadcastNote] : []),
      ...notes,
    ],
  }
}

const balance = ({ points }: Tally) => points.awarded - points.taken

function onlyIn(these: ReadonlySet<string>, others: ReadonlySet<string>) {
  const only = [...these].filter(id => !others.has(id))
  return { count: only.length, sample: only.slice(0, SAMPLE) }
}

/** Only if there is one. */
function messagesBetween(before: Tally['messages'], after: Tally['messages']): Tally['messages'] {
  const changes: Tally['messages'] = {}
  for (const serial of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old = {}, now = {}] = [before[serial], after[serial]]
    const channels = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    const changed = channels
      .map(channel => [channel, (now[channel] ?? 0) - (old[channel] ?? 0)] as const)
      .filter(([, difference]) => difference !== 0)
    if (changed.length > 0) changes[serial] = Object.fromEntries(changed)
  }
  return changes
}
