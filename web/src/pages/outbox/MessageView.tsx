import type { WholeMessage } from '@millrace/contract/dashboard/outbox'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Facts } from '../../components/Facts.tsx'
import { JsonBlock } from '../../components/JsonBlock.tsx'
import { type Tab, Tabs } from '../../components/Tabs.tsx'
import styles from './MessageView.module.css'

/** A message as it was rendered. */
export function MessageView({ message }: { message: WholeMessage }) {
  if (message.channel === 'email') return <EmailView message={message} />
  if (message.channel === 'sms')
    return <CodeBlock wrap label="Text" text={textOf(message.content.body) ?? ''} />
  return <CallView content={message.content} />
}

type Content = WholeMessage['content']

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function EmailView({ message: { id, content, recipient } }: { message: WholeMessage }) {
  const html = textOf(content.html)
  const text = textOf(content.text)
  const tabs: (Tab | undefined)[] = [
    html === undefined ? undefined : { name: 'As the guest sees it', content: <Drawn id={id} /> },
    {
      name: 'Text',
      content:
        text === undefined ? (
          <p>It is made from the HTML when the e-mail is sent.</p>
        ) : (
          <CodeBlock wrap label="Text" text={text} />
        ),
    },
    html === undefined ? undefined : { name: 'HTML', content: <CodeBlock wrap label="HTML" text={html} /> },
    { name: 'Headers', content: <Facts facts={headersOf(content, recipient)} /> },
  ]
  return <Tabs label="The message" tabs={tabs.filter(tab => tab !== undefined)} />
}

/**
 * What a guest's data put into it is not carried out: the frame runs nothing and has no origin, and the server's policy
 * for it lets nothing be loaded.
 */
function Drawn({ id }: { id: string }) {
  return (
    <>
      <iframe
        className={styles.frame}
        sandbox=""
        referrerPolicy="no-referrer"
        src={`/dashboard/api/outbox/${id}/html`}
        title="The e-mail as the guest sees it"
      />
      <p className={styles.note}>Links do nothing here, and pictures from elsewhere are not loaded.</p>
    </>
  )
}

function headersOf(content: Content, recipient: string): [string, string][] {
  const name = textOf(content.to_name)
  const headers: [string, string | undefined][] = [
    ['Subject', textOf(content.subject)],
    ['To', name === undefined ? recipient : `${name} <${recipient}>`],
    ['From', textOf(content.from_name) ?? 'the sender of the settings'],
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
