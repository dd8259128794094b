import { momentAfter } from '#calendar/duration.ts'
import { effectId } from './effect-id.ts'
import { localisationOf } from './localisation.ts'
import { go, type Step } from './step.ts'

/** The answer decides, or the time. An answer from before the run came here counts. Later steps can read it. */
export const waitForAnswer: Step<'wait_for_answer'> = (node, stepFacts) => {
  const { resumed, now, run, answers } = stepFacts
  const { email } = node
  if (resumed?.kind === 'time') return go(node.timeout.next, { taken: 'timeout' })
  const answer = answers?.get(email)
  if (answer !== undefined)
    return go(node.next, { taken: 'answered', answer }, { type: 'answered', email, answer })
  const until = momentAfter(now, localisationOf(stepFacts).timeZone, node.timeout.after)
  const email_id = effectId(run.id, email)
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'answer', until: until.toISOString(), email_id },
    effects: [],
    detail: { until: until.toISOString(), email_id },
  }
}
