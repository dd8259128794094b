import type { Provider, ProviderChannel, ProviderStatus } from '@millrace/contract/provider'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asked } from '../../api/queries.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { FailureNote } from '../../components/FailureNote.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { type Column, Table } from '../../components/list/Table.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import type { Tone } from '../../components/Note.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { settingsQuery } from '../../components/time/use-zone.ts'
import { useChanged } from '../../components/use-changed.ts'
import { rich, t } from '../../language/words.ts'
import { ProviderDialog } from './ProviderDialog.tsx'
import styles from './ProvidersPanel.module.css'
import { limitsInWords } from './provider-form.ts'
import {
  listProviders,
  orderProviders,
  providersKey,
  removeProvider,
  testProvider,
} from './settings-calls.ts'
import { TestForm } from './TestForm.tsx'

const channels = [
  { channel: 'email', title: t`E-mail providers`, add: t`Add e-mail provider…` },
  { channel: 'sms', title: t`SMS providers`, add: t`Add SMS provider…` },
] as const

type Asked =
  | { readonly kind: 'add'; readonly channel: ProviderChannel }
  | { readonly kind: 'change' | 'test' | 'remove'; readonly provider: Provider }

/** Who sends, in which order, how fast, and how they do. */
export function ProvidersPanel() {
  const providers = useQuery({
    queryKey: providersKey,
    queryFn: async ({ signal }) => (await asked(listProviders(signal))).data,
  })
  const [dialog, setDialog] = useState<Asked>()
  const close = () => setDialog(undefined)
  return (
    <Panel title={t`Providers`}>
      <p>
        {t`Messages go through the first provider of the list. When it cannot be reached, or fails three times in a row, they go through the next one until it answers again. The first one is the one under E-mail and SMS.`}
      </p>
      <Loaded query={providers}>
        {rows =>
          channels.map(({ channel, title, add }) => (
            <ChannelProviders
              key={channel}
              title={title}
              rows={rows.filter(row => row.channel === channel)}
              onAsk={setDialog}
              add={{ label: add, open: () => setDialog({ kind: 'add', channel }) }}
            />
          ))
        }
      </Loaded>
      {dialog?.kind === 'add' && <ProviderDialog channel={dialog.channel} onClose={close} />}
      {dialog?.kind === 'change' && (
        <ProviderDialog channel={dialog.provider.channel} provider={dialog.provider} onClose={close} />
      )}
      {dialog?.kind === 'test' && <TestDialog provider={dialog.provider} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveDialog provider={dialog.provider} onClose={close} />}
    </Panel>
  )
}

interface ChannelProvidersProps {
  title: string
  rows: readonly Provider[]
  add: { readonly label: string; open(): void }
  onAsk(asked: Asked): void
}

function ChannelProviders({ title, rows, add, onAsk }: ChannelProvidersProps) {
  const queries = useQueryClient()
  const [order, setOrder] = useState<readonly string[]>([])
  const { busy, failure, submit } = useSubmit(
    () => orderProviders({ channel: rows[0]?.channel ?? 'email', ids: [...order] }),
    () => {
      for (const queryKey of [providersKey, settingsQuery.queryKey])
        void queries.invalidateQueries({ queryKey })
    },
  )
  const isMoved = order.length === rows.length && order.some((id, index) => rows[index]?.id !== id)
  const shown = isMoved ? order.flatMap(id => rows.find(row => row.id === id) ?? []) : rows
  const move = (index: number, by: -1 | 1) => {
    const ids = shown.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    ids.splice(index + by, 0, moved as string)
    setOrder(ids)
  }
  return (
    <section aria-label={title} className={styles.channel}>
      <h3>{title}</h3>
      {rows.length > 0 && (
        <Table label={title} rows={shown} columns={columnsOf(shown, onAsk, move)} keyOf={({ id }) => id} />
      )}
      <FailureNote failure={failure} />
      {isMoved && (
        <p>
          {rich`The new order is not saved yet. ${(
            <Button busy={busy} onClick={submit}>
              {t`Save order`}
            </Button>
          )} ${(
            <Button quiet onClick={() => setOrder([])}>
              {t`Discard`}
            </Button>
          )}`}
        </p>
      )}
      <div>
        <Button quiet onClick={add.open}>
          {add.label}
        </Button>
      </div>
    </section>
  )
}

const statuses: Readonly<Record<ProviderStatus, readonly [tone: Tone, word: string]>> = {
  working: ['good', 'working'],
  unsteady: ['warn', t`failed last`],
  down: ['bad', 'down'],
}

const columnsOf = (
  rows: readonly Provider[],
  onAsk: (asked: Asked) => void,
  move: (index: number, by: -1 | 1) => void,
): Column<Provider>[] => [
  { name: t`Order`, cell: ({ id }) => String(rows.findIndex(row => row.id === id) + 1) },
  { name: t`Provider`, long: true, cell: ({ name }) => name },
  { name: t`Status`, long: true, cell: provider => <State {...provider} /> },
  { name: t`Limits`, long: true, cell: provider => limitsInWords(provider).join(', ') || t`None` },
  {
    name: t`Actions`,
    cell: provider => {
      const index = rows.findIndex(({ id }) => id === provider.id)
      return (
        <MoreActions
          label={t`Actions for ${provider.name}`}
          actions={[
            { name: t`Change…`, act: () => onAsk({ kind: 'change', provider }) },
            { name: t`Send test…`, act: () => onAsk({ kind: 'test', provider }) },
            ...(index > 0 ? [{ name: t`Move up`, act: () => move(index, -1) }] : []),
            ...(index < rows.length - 1 ? [{ name: t`Move down`, act: () => move(index, 1) }] : []),
            { name: t`Remove…`, danger: true, act: () => onAsk({ kind: 'remove', provider }) },
          ]}
        />
      )
    },
  },
]

function State({ status, error, failed_at, next_try_at }: Provider) {
  const [tone, word] = statuses[status]
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {error !== null && failed_at !== null && (
        <p>
          {`${error} `}
          <Time at={failed_at} />.
        </p>
      )}
      {next_try_at !== null && <p>{rich`A message tries it again ${<Time at={next_try_at} />}.`}</p>}
    </>
  )
}

interface DialogProps {
  provider: Provider
  onClose(): void
}

function TestDialog({ provider: { id, name, channel }, onClose }: DialogProps) {
  const queries = useQueryClient()
  const isEmail = channel === 'email'
  return (
    <Dialog title={t`Test ${name}`} onClose={onClose}>
      <TestForm
        label={isEmail ? t`Test e-mail to` : t`Test SMS to`}
        name="to"
        type={isEmail ? 'email' : 'tel'}
        note={t`Goes through this provider only, whatever its state and limits. If it goes out, the provider is used again at once.`}
        placeholder={isEmail ? 'you@example.com' : '+442079460000'}
        action={t`Send test`}
        send={async to => {
          const answer = await testProvider(id, to.trim())
          void queries.invalidateQueries({ queryKey: providersKey })
          return answer
        }}
      />
    </Dialog>
  )
}

function RemoveDialog({ provider: { id, name }, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      action={t`Remove provider`}
      send={() => removeProvider(id)}
      onDone={useChanged([providersKey, settingsQuery.queryKey], onClose)}
      onClose={onClose}
    >
      <p>
        {t`Its password or token is deleted. Messages go through the next provider; without one, they are stored and not sent.`}
      </p>
    </ConfirmDialog>
  )
}
