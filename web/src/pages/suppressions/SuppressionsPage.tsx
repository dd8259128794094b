import { feedbackProviders, isFeedbackProvider } from '@millrace/contract/email-feedback'
import {
  MAIL_SERVER,
  type Suppression,
  suppressionInWords,
  suppressionReasons,
} from '@millrace/contract/suppression'
import { useState } from 'react'
import { listSuppressions } from '../../api/management.ts'
import { Address } from '../../components/Address.tsx'
import { Button } from '../../components/Button.tsx'
import type { FilterField } from '../../components/list/filter-field.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { RowActions } from '../../components/list/RowActions.tsx'
import type { Column } from '../../components/list/Table.tsx'
import { useList } from '../../components/list/use-list.ts'
import { Note } from '../../components/Note.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { WhatIsThis } from '../../features/help/WhatIsThis.tsx'
import { useIsOwner } from '../../session/use-session.ts'
import { LiftDialog, SuppressDialog } from './SuppressionDialogs.tsx'

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const fields: readonly FilterField<'text' | 'channel' | 'reason' | 'lifted'>[] = [
  { kind: 'text', name: 'text', label: 'Address', placeholder: 'Beginning of an address or number' },
  {
    kind: 'choice',
    name: 'channel',
    label: 'Channel',
    choices: [
      { value: '', label: 'Any' },
      { value: 'email', label: 'E-mail' },
      { value: 'sms', label: 'SMS' },
    ],
  },
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    choices: [
      { value: '', label: 'Any' },
      ...Object.keys(suppressionReasons).map(value => ({
        value,
        label: capitalised(value.replaceAll('_', ' ')),
      })),
    ],
  },
  {
    kind: 'choice',
    name: 'lifted',
    label: 'Status',
    choices: [
      { value: '', label: 'Any' },
      { value: 'no', label: 'In force' },
      { value: 'yes', label: 'Lifted' },
    ],
  },
]

const columns = (onLift: (suppression: Suppression) => void): Column<Suppression>[] => [
  { name: 'Address', long: true, cell: ({ address }) => <Address of={address} /> },
  { name: 'Reason', long: true, cell: ({ reason, note }) => note ?? capitalised(suppressionInWords(reason)) },
  {
    name: 'Source',
    cell: ({ source }) => {
      if (isFeedbackProvider(source)) return feedbackProviders[source].name
      return source === MAIL_SERVER ? 'Mail server' : source
    },
  },
  { name: 'Since', cell: ({ since }) => <Time at={since} /> },
  {
    name: 'Status',
    long: true,
    cell: suppression =>
      suppression.lifted_at === null ? (
        <RowActions of={suppression.address} actions={[{ name: 'Lift…', act: () => onLift(suppression) }]} />
      ) : (
        <span title={suppression.lifted_by ?? ''}>{suppression.lifted_because}</span>
      ),
  },
]

export function SuppressionsPage() {
  if (useIsOwner()) return <Suppressions />
  return (
    <>
      <PageHead title="Suppressions" trail={[{ label: 'Settings' }]} />
      <Note tone="warn">Only an owner can see which addresses are suppressed.</Note>
    </>
  )
}

function Suppressions() {
  const list = useList({ name: 'suppressions', fields, ask: listSuppressions })
  const [open, setOpen] = useState<'new' | Suppression>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ListPage
        title="Suppressions"
        trail={[{ label: 'Settings' }]}
        about={
          <>
            Addresses and numbers to which nothing is sent, whichever guest has them.{' '}
            <WhatIsThis topic="marketers#consent-and-limits">How they get here</WhatIsThis>
          </>
        }
        actions={<Button onClick={() => setOpen('new')}>Suppress address…</Button>}
        list={list}
        columns={columns(setOpen)}
        keyOf={({ id }) => id}
        empty={{
          title: 'Nothing is suppressed',
          filtered: 'No matching addresses',
          about: <p>Enter an address that no longer exists, or whose owner wants nothing more from you.</p>,
        }}
      />
      {open === 'new' && <SuppressDialog onClose={close} />}
      {open !== undefined && open !== 'new' && <LiftDialog suppression={open} onClose={close} />}
    </>
  )
}
