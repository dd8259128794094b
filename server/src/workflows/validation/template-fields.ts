import type { EmailBlock } from '@millrace/contract/email-blocks'
import { translated } from '@millrace/contract/in-language'
import type { NodeOf, WorkflowNode } from '@millrace/contract/node'
import type { Channel } from '#templates/channel.ts'

export interface TemplateField {
  /** Inside the node, such as `headers.0.value`. */
  readonly path: string
  readonly channel: Channel
  readonly text: string
}

/** The texts of a node that are templates, each with the channel it is rendered for. */
export function templateFields(node: WorkflowNode): TemplateField[] {
  switch (node.type) {
    case 'send_email':
      return [
        ...emailFields(node),
        ...translated(node).flatMap(({ node: inner, path }) => within(emailFields(inner), path)),
        ...field('from_name', 'subject', node.from_name),
        ...field('reply_to', 'subject', node.reply_to),
      ]
    case 'send_sms':
      return [
        ...field('body', 'sms', node.body),
        ...translated(node).flatMap(({ node: inner, path }) =>
          within(field('body', 'sms', inner.body), path),
        ),
      ]
    case 'update_guest':
      return node.changes.flatMap((change, index) =>
        'value' in change && typeof change.value === 'string'
          ? field(`changes.${index}.value`, 'text', change.value)
          : [],
      )
    case 'call_webhook':
      return [
        field('url', 'url', node.url),
        ...(node.headers ?? []).map(({ value }, index) => field(`headers.${index}.value`, 'subject', value)),
        ...(Array.isArray(node.body)
          ? node.body.map(({ value }, index) =>
              typeof value === 'string' ? field(`body.${index}.value`, 'text', value) : [],
            )
          : [field('body', 'json', node.body)]),
      ].flat()
    case 'start_workflow':
      return (node.parameters ?? []).flatMap(({ value }, index) =>
        typeof value === 'string' ? field(`parameters.${index}.value`, 'text', value) : [],
      )
    case 'create_task':
      return [field('title', 'subject', node.title), field('description', 'text', node.description)].flat()
    default:
      return []
  }
}

/** The texts of one language. */
const emailFields = ({ subject, preview, html, blocks = [], text }: NodeOf<'send_email'>): TemplateField[] =>
  [
    field('subject', 'subject', subject),
    field('preview', 'subject', preview),
    field('html', 'html', html),
    ...blocks.map((block, index) => blockFields(block, `blocks.${index}`)),
    field('text', 'text', text),
  ].flat()

const within = (fields: readonly TemplateField[], path: string): TemplateField[] =>
  fields.map(one => ({ ...one, path: `${path}.${one.path}` }))

/** Escaped, converted and rendered to HTML later, so that they are plain texts to their author. */
function blockFields(block: EmailBlock, path: string): TemplateField[] {
  switch (block.type) {
    case 'heading':
    case 'text':
      return field(`${path}.text`, 'text', block.text)
    case 'button':
      return [field(`${path}.text`, 'text', block.text), field(`${path}.url`, 'text', block.url)].flat()
    case 'question':
      return [
        field(`${path}.text`, 'subject', block.text),
        field(`${path}.yes`, 'subject', block.yes),
        field(`${path}.no`, 'subject', block.no),
      ].flat()
    case 'voucher':
      return [
        field(`${path}.text`, 'text', block.text),
        field(`${path}.code`, 'text', block.code),
        field(`${path}.terms`, 'text', block.terms),
      ].flat()
    case 'image':
      return [
        field(`${path}.url`, 'text', block.url),
        field(`${path}.alt`, 'text', block.alt),
        field(`${path}.link`, 'text', block.link),
      ].flat()
    case 'html':
      return field(`${path}.html`, 'html', block.html)
    case 'columns':
      return block.columns.flatMap((column, place) =>
        column.flatMap((inner, index) => blockFields(inner, `${path}.columns.${place}.${index}`)),
      )
    case 'divider':
    case 'piece':
      return []
  }
}

function field(path: string, channel: Channel, text: string | undefined): TemplateField[] {
  return text === undefined ? [] : [{ path, channel, text }]
}
