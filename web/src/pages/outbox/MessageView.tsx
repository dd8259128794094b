import type { WholeMessage } from '@millrace/contract/dashboard/outbox'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'

/** A message as it was rendered. Its HTML is shown as text: what a guest's data put into it is not carried out here. */
export function MessageView({ message }: { message: WholeMessage }) {
  const { content } = message
  const texts = Object.entries(content).filter(
    (part): part is [string, string] => typeof part[1] === 'string' && part[1] !== '',
  )
  const others = Object.fromEntries(Object.entries(content).filter(([, part]) => typeof part !== 'string'))
  return (
    <>
      {texts.map(([name, text]) => (
        <CodeBlock wrap key={name} label={names[name] ?? name.replaceAll('_', ' ')} text={text} />
      ))}
      {Object.keys(others).length > 0 && <JsonBlock label="More of it" value={others} />}
      {message.attempts.length > 0 && <JsonBlock label="Attempts to deliver" value={message.attempts} />}
    </>
  )
}

const names: Record<string, string> = {
  subject: 'Subject',
  html: 'HTML',
  text: 'Text',
  body: 'Text',
  to: 'To',
  from: 'From',
  url: 'Address',
  method: 'Method',
}
