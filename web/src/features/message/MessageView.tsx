import type { WholeMessage } from '@millrace/contract/dashboard/outbox'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import { meaning, t } from '../../language/words.ts'

export interface MessageViewProps {
  message: Pick<WholeMessage, 'channel' | 'recipient' | 'content'>
  /** Its rendered HTML, if it has any: a stored message is rendered differently from a preview. */
  drawn: ReactNode
}

/** A message as it was rendered. */
export function MessageView({ message, drawn }: MessageViewProps) {
  if (message.channel === 'email') return <EmailView message={message} drawn={drawn} />
  if (message.channel === 'sms') {
    return <CodeBlock wrap label={t`To ${message.recipient}`} text={textOf(message.content.body) ?? ''} />
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
    html === undefined ? undefined : { name: t`Preview`, content: drawn },
    {
      name: t`Text`,
      content:
        text === undefined ? (
          <p>{t`Created from the HTML when the e-mail is sent.`}</p>
        ) : (
          <CodeBlock wrap label={t`Text`} text={text} />
        ),
    },
    html === undefined
      ? undefined
      : { name: 'HTML', content: <CodeBlock wrap label={t`HTML`} text={html} /> },
    { name: t`Headers`, content: <DescriptionList entries={headersOf(content, recipient)} /> },
  ]
  return <Tabs label={t`The message`} tabs={tabs.filter(tab => tab !== undefined)} />
}

function headersOf(content: Content, recipient: string): [string, string][] {
  const name = textOf(content.to_name)
  const headers: [string, string | undefined][] = [
    [t`Subject`, textOf(content.subject)],
    [t`Preview text`, textOf(content.preview)],
    [meaning('recipient')`To`, name === undefined ? recipient : `${name} <${recipient}>`],
    [t`From`, textOf(content.from_name) ?? t`the sender in the settings`],
    [t`Reply-To`, textOf(content.reply_to)],
  ]
  return headers.filter((header): header is [string, string] => header[1] !== undefined)
}

function CallView({ content }: { content: Content }) {
  const body = textOf(content.body)
  return (
    <>
      <CodeBlock
        wrap
        label={t`Address`}
        text={[textOf(content.method), textOf(content.url)].filter(Boolean).join(' ')}
      />
      <JsonBlock label={t`Headers, without their values`} value={Object.keys(content.headers ?? {})} />
      {body !== undefined && <CodeBlock wrap label={t`Body`} text={body} />}
    </>
  )
}
