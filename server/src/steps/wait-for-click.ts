import type { NodeOf } from '@millrace/contract/node'
import { momentAfter } from '#calendar/duration.ts'
import { effectId } from './effect-id.ts'
import { localisationOf } from './localisation.ts'
import { go, type Step } from './step.ts'

/** What the address of a link has to begin with, written as those of clicks are. */
export const waitedUrl = ({ url }: Pick<NodeOf<'wait_for_click'>, 'url'>): string =>
  url === undefined ? '' : new URL(url).href

/** The first click decides, or the time. A click from before the run came here counts. */
export const waitForClick: Step<'wait_for_click'> = (node, stepFacts) => {
  const { resumed, now, run, clicks } = stepFacts
  if (resumed?.kind === 'time') return go(node.timeout.next, { taken: 'timeout' })
  const url = waitedUrl(node)
  const clicked = clicks?.get(node.email)?.find(one => one.startsWith(url))
  if (clicked !== undefined) return go(node.next, { taken: 'clicked', url: clicked })
  const until = momentAfter(now, localisationOf(stepFacts).timeZone, node.timeout.after)
  const email_id = effectId(run.id, node.email)
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'click', until: until.toISOString(), email_id, url },
    effects: [],
    detail: { until: until.toISOString(), email_id },
  }
}
