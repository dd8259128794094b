import { type Sender, type SenderCheck, type SenderVerdict, senderChecks } from '@millrace/contract/sender'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import type { Tone } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useChanged } from '../../components/use-changed.ts'
import { rich, t } from '../../language/words.ts'
import { PublishRecord } from './PublishRecord.tsx'
import styles from './SenderPanel.module.css'
import { checkSender, createDkimKey, readSender, removeDkimKey } from './settings-calls.ts'

const senderKey = ['sender']

/** Whether receivers can trust what comes from the organisation's domain, and what to do about it. */
export function SenderPanel() {
  const sender = useQuery({ queryKey: senderKey, queryFn: ({ signal }) => asked(readSender(signal)) })
  return (
    <Panel title={t`Sender domain`}>
      <p>
        {t`Mailboxes trust an e-mail when its domain says who may send for it. Check what they find, and publish what is missing where your domain is managed.`}
      </p>
      <Loaded query={sender}>{loaded => <DomainChecks sender={loaded} />}</Loaded>
    </Panel>
  )
}

function DomainChecks({ sender: { domain, signs, publish } }: { sender: Sender }) {
  const queries = useQueryClient()
  const [checks, setChecks] = useState<readonly SenderCheck[]>()
  const { busy, failure, submit } = useSubmit(checkSender, answer => {
    setChecks(answer.checks)
    queries.setQueryData(senderKey, answer.sender)
  })
  return (
    <div className={styles.checks}>
      {publish && <PublishRecord record={publish} title={t`Publish this TXT record to sign your e-mails:`} />}
      {checks && (
        <Table label={t`Checks of ${domain}`} rows={checks} columns={columns} keyOf={({ check }) => check} />
      )}
      <FailureNote failure={failure} />
      <div className={styles.actions}>
        <Button quiet busy={busy} onClick={submit}>
          {t`Check ${domain}`}
        </Button>
        {/* What was found about the previous key says nothing about the new one. */}
        <KeyActions has={signs || publish !== null} onChanged={() => setChecks(undefined)} />
      </div>
    </div>
  )
}

const verdicts: Readonly<Record<SenderVerdict, readonly [tone: Tone, word: string]>> = {
  good: ['good', 'good'],
  warning: ['warn', t`look at this`],
  bad: ['bad', t`missing or wrong`],
  unknown: ['quiet', t`not known`],
}

const columns: Column<SenderCheck>[] = [
  { name: t`Check`, cell: ({ check }) => senderChecks[check] },
  {
    name: t`Status`,
    cell: ({ verdict }) => <Badge tone={verdicts[verdict][0]}>{verdicts[verdict][1]}</Badge>,
  },
  {
    name: t`Result`,
    long: true,
    cell: ({ check, message, found, publish }) => (
      <div className={styles.result}>
        <p>{message}</p>
        {found.map(text => (
          <code key={text}>{text}</code>
        ))}
        {/* That of a DKIM key is above the table from the moment the key is created. */}
        {publish && check !== 'dkim' && (
          <PublishRecord record={publish} title={t`Publish this TXT record:`} />
        )}
      </div>
    ),
  },
]

function KeyActions({ has, onChanged }: { has: boolean; onChanged(): void }) {
  const [asking, setAsking] = useState<'create' | 'remove'>()
  const close = () => setAsking(undefined)
  const changed = useChanged([senderKey], () => {
    close()
    onChanged()
  })
  return (
    <>
      <Button quiet onClick={() => setAsking('create')}>
        {has ? t`Replace DKIM key…` : t`Create DKIM key…`}
      </Button>
      {has && (
        <Button quiet onClick={() => setAsking('remove')}>
          {t`Turn off signing…`}
        </Button>
      )}
      {asking === 'create' && (
        <ConfirmDialog
          title={has ? t`Replace the DKIM key?` : t`Create a DKIM key?`}
          action={has ? t`Replace` : t`Create`}
          danger={false}
          send={createDkimKey}
          onDone={changed}
          onClose={close}
        >
          <p>
            {rich`Millrace shows a record to publish. It signs your e-mails with the key once a check has found the record${has ? t`, and with the present key until then` : ''}. If your e-mail provider signs for your domain already, you do not need this.`}
          </p>
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t`Turn off signing?`}
          action={t`Turn off`}
          send={removeDkimKey}
          onDone={changed}
          onClose={close}
        >
          <p>{t`Millrace deletes the key. Remove its record from the DNS as well.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
