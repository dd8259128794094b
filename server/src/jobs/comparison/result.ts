import type { ComparisonResult, Tally } from '@millrace/contract/job'
import type { Comparing } from './compare-portion.ts'

const SAMPLE = 20

const notes = [
  'Guests, their earlier runs, venues and settings are as they are today, not as they were when the events came.',
  'The re-entry limit is counted from the first of these days on: who had entered before is not known.',
  'Every message is delivered at once, no further events come during a wait, and a wait takes no longer than it must.',
  'What one run changes about a guest is not seen by the next; frequency caps are.',
  'Daily budgets are not applied: the points and messages are what would have been asked of them.',
]

export function resultOf({ request, draft, live, events }: Comparing): ComparisonResult {
  const before = live?.tally
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
    notes,
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
