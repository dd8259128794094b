import { escapeHtml } from '#base/escape-html.ts'
import { momentAfter } from '#calendar/duration.ts'
import { effectId } from './effect-id.ts'
import { localisationOf } from './localisation.ts'
import { renderField } from './render-field.ts'
import { type Effect, go, type Step } from './step.ts'

/** If the task has an assignee, they also get an e-mail; the run does not wait for it. */
export const createTask: Step<'create_task'> = (node, stepFacts) => {
  const { run, now, facts, settings } = stepFacts
  const id = effectId(run.id, node.id)
  const title = renderField(node, 'title', node.title, 'subject', stepFacts)
  const description =
    node.description === undefined
      ? ''
      : renderField(node, 'description', node.description, 'text', stepFacts)
  const dueAt = node.due === undefined ? null : momentAfter(now, localisationOf(stepFacts).timeZone, node.due)
  const serial = facts.venue?.serial ?? null
  const effects: Effect[] = [
    { type: 'task', task: { id, title, description, assignee: node.assignee ?? null, serial, dueAt } },
  ]
  if (node.notify !== undefined) {
    effects.push({
      type: 'message',
      message: {
        id,
        channel: 'email',
        recipient: node.notify,
        forStaff: true,
        kept: settings.email.smtp === null || run.test === true,
        content: { subject: title, html: asHtml(description || title), text: description || title },
      },
    })
  }
  return go(node.next, { task_id: id, title, due_at: dueAt?.toISOString() ?? null }, ...effects)
}

const asHtml = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`
