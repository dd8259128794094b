import { momentAfter } from '#calendar/duration.ts'
import { effectId } from './effect-id.ts'
import { localisationOf } from './localisation.ts'
import { go, type Step } from './step.ts'

/** The first of the tasks that is done decides, or the time. A task that was done before the run came here counts. */
export const waitForTask: Step<'wait_for_task'> = (node, stepFacts) => {
  const { resumed, now, run, tasks } = stepFacts
  if (resumed?.kind === 'time') return go(node.timeout.next, { taken: 'timeout' })
  const task = node.tasks.find(id => tasks.has(id))
  if (task !== undefined) {
    const done = { done_by: tasks.get(task) ?? null }
    return go(node.next, { taken: 'done', task, ...done }, { type: 'task_done', task, done })
  }
  const until = momentAfter(now, localisationOf(stepFacts).timeZone, node.timeout.after)
  const task_ids = node.tasks.map(id => effectId(run.id, id))
  return {
    kind: 'wait',
    until,
    waitingFor: { type: 'task', until: until.toISOString(), task_ids },
    effects: [],
    detail: { until: until.toISOString(), task_ids },
  }
}
