import type { EmailBlock } from '@millrace/contract/email-blocks'
import type { NodeOf } from '@millrace/contract/node'
import { emailParts } from '#blocks/email-parts.ts'
import { compileTemplate } from '#templates/compile-template.ts'
import { linkFault } from '#templates/link-fault.ts'
import type { Fault } from './fault.ts'

/** What is wrong with the body of an e-mail, apart from the templates in it. */
export function emailFaults({ subject, html, blocks, text, piece }: NodeOf<'send_email'>): Fault[] {
  if (piece !== undefined) {
    if (html === undefined && blocks === undefined && text === undefined) return []
    return [{ path: 'piece', message: 'An e-mail is a saved one, or has its own blocks or HTML, not both.' }]
  }
  if (subject === undefined) return [{ path: 'subject', message: 'The field "subject" is missing.' }]
  if (html === undefined && blocks === undefined)
    return [{ path: 'blocks', message: 'The e-mail is empty. Add blocks, or write it as HTML.' }]
  if (html !== undefined && blocks !== undefined)
    return [{ path: 'html', message: 'An e-mail has either blocks or HTML, not both.' }]
  const [, second] = [...(blocks ?? []).entries()].filter(([, { type }]) => type === 'question')
  if (second !== undefined)
    return [
      {
        path: `blocks.${second[0]}`,
        message: 'An e-mail asks one question. Send another e-mail for the next.',
      },
    ]
  return (blocks ?? []).flatMap((block, index) => addressFaults(block, `blocks.${index}`))
}

/** Once each block is well by itself: what they are together. */
export function wholeFaults(node: NodeOf<'send_email'>): Fault[] {
  if (node.blocks === undefined || emailFaults(node).length > 0) return []
  const { html, text } = emailParts(node)
  const link = linkFault(html)
  if (link !== undefined) return [{ path: 'blocks', message: link }]
  const compiled = [
    compileTemplate(html, 'html'),
    ...(text === undefined ? [] : [compileTemplate(text, 'text')]),
  ]
  const faults = compiled.flatMap(result => (result.ok ? [] : result.faults.slice(0, 1)))
  return faults
    .slice(0, 1)
    .map(({ message }) => ({ path: 'blocks', message: `All blocks together: ${message}` }))
}

function addressFaults(block: EmailBlock, path: string): Fault[] {
  switch (block.type) {
    case 'button':
      return leads(block.url, `${path}.url`)
    case 'image':
      return [
        ...shows(block.url, `${path}.url`),
        ...(block.link === undefined ? [] : leads(block.link, `${path}.link`)),
      ]
    case 'columns':
      return block.columns.flatMap((column, place) =>
        column.flatMap((inner, index) => addressFaults(inner, `${path}.columns.${place}.${index}`)),
      )
    default:
      return []
  }
}

/** A value from data can be the whole address. */
const leads = (address: string, path: string): Fault[] =>
  /^\s*(https?:\/\/|mailto:|tel:|sms:|\{[{%])/i.test(address)
    ? []
    : [
        {
          path,
          message:
            'A link begins with https://, mailto: or tel:, or is a value such as {{ links.preferences }}.',
        },
      ]

const shows = (address: string, path: string): Fault[] =>
  /^\s*(https?:\/\/|\{[{%])/i.test(address)
    ? []
    : [{ path, message: 'The address of an image begins with https://.' }]
