import { momentAfter } from '#calendar/duration.ts'
import { localisationOf } from './localisation.ts'
import { go, type Step } from './step.ts'

/** The first of the two decides, the event or the time: the run is woken once, with the cause. */
export const waitForEvent: Step<'wait_for_event'> = (node, stepFacts) => {
  const { resumed, now } = stepFacts
  if (resumed?.kind === 'event') {
    const { index, event } = resumed
    const { next, label } = node.events[index] as (typeof node.events)[number]
    return go(next, { taken: index, event_id: event.id, ...(label === undefined ? {} : { label }) })
  }
  if (resumed?.kind === 'time') return go(node.timeout.next, { taken: 'timeout' })
  const until = momentAfter(now, localisationOf(stepFacts).timeZone, node.timeout.after)
  const sources = node.events.map(({ source }) => source)
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'event', until: until.toISOString(), sources },
    effects: [],
    detail: { until: until.toISOString(), sources },
  }
}
