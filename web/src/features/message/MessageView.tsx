import type { WholeMessage } from '@millrace/contract/dashboard/outbox'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'

export interface MessageViewProps {
  message: Pick<WholeMessage, 'channel' | 'recipient' | 'content'>
  /** Its rendered HTML, if it has any: a stored message is rendered differently from a preview. */
  drawn: ReactNode
}

/** A message as it was rendered. */
export function MessageView({ message, drawn }: MessageViewProps) {
  if (message.channel === 'email') return <EmailView message={message} drawn={drawn} />
  if (message.channel === 'sms') {
    return <CodeBlock wrap label={`To ${message.recipient}`} text={textOf(message.content.body) ?? ''} />
  }
  return <CallView content={message.content} />
}

type Content = WholeMessage['content']

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function EmailView({ message: { content, recipient }, drawn }: MessageViewProps) {
  const html = textOf(content.html)
  const text = textOf(content.text)
  const tabs: (Tab | undefined)[] = [
    html === undefined ? undefined : { name: 'Preview', content: drawn },
    {
      name: 'Text',
      content:
        text === undefined ? (
          <p>Created from the HTML when the e-mail is sent.</p>
        ) : (
          <CodeBlock wrap label="Text" text={text} />
        ),
    },
    html === undefined ? undefined : { name: 'HTML', content: <CodeBlock wrap label="HTML" text={html} /> },
    { name: 'Headers', content: <DescriptionList entries={headersOf(content, recipient)} /> },
  ]
  return <Tabs label="The message" tabs={tabs.filter(tab => tab !== undefined)} />
}

function headersOf(content: Content, recipient: string): [string, string][] {
  const name = textOf(content.to_name)
  const headers: [string, string | undefined][] = [
    ['Subject', textOf(content.subject)],
    ['Preview text', textOf(content.preview)],
    ['To', name === undefined ? recipient : `${name} <${recipient}>`],
    ['From', textOf(content.from_name) ?? 'the sender in the settings'],
    ['Reply-To', textOf(content.reply_to)],
  ]
  return headers.filter((header): header is [string, string] => header[1] !== undefined)
}

function CallView({ content }: { content: Content }) {
  const body = textOf(content.body)
  return (
    <>
      <CodeBlock
        wrap
        label="Address"
        text={[textOf(content.method), textOf(content.url)].filter(Boolean).join(' ')}
      />
      <JsonBlock label="Headers, without their values" value={Object.keys(content.headers ?? {})} />
      {body !== undefined && <CodeBlock wrap label="Body" text={body} />}
    </>
  )
}
