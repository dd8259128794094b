import type { ApiKey } from '@millrace/contract/member'
import { Link } from 'wouter'
import { LinkButton } from '../../components/LinkButton.tsx'
import { CsvButton } from '../../components/list/CsvButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { onePage } from '../../components/list/read-all.ts'
import { type Column, Table } from '../../components/list/Table.tsx'
import { useSort } from '../../components/list/use-sort.ts'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Time } from '../../components/time/Time.tsx'
import { t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { KeyStatus, statusOf } from './KeyStatus.tsx'
import { useKeys } from './key-queries.ts'
import { scopesInWords } from './limits.ts'

const columns: Column<ApiKey>[] = [
  {
    name: t`Name`,
    sort: 'name',
    order: ({ name }) => name,
    long: true,
    cell: key => <Link to={`/marketplace/api-keys/${key.client_id}`}>{key.name}</Link>,
    text: key => key.name,
  },
  { name: t`Client ID`, long: true, cell: key => <code>{key.client_id}</code>, text: key => key.client_id },
  {
    name: t`Status`,
    cell: key => <KeyStatus apiKey={key} />,
    text: key => statusOf(key),
  },
  {
    name: t`Scopes`,
    long: true,
    cell: key => scopesInWords(key.scopes),
    text: key => key.scopes.join(' '),
  },
  {
    name: t`Expires`,
    cell: key => (key.ends_at ? <Time at={key.ends_at} /> : t`Never`),
    text: key => key.ends_at,
  },
  {
    name: t`Last used`,
    sort: 'used',
    down: true,
    order: key => key.last_used_at,
    cell: key => (key.last_used_at ? <Time at={key.last_used_at} /> : t`never`),
    text: key => key.last_used_at,
  },
  {
    name: t`Created`,
    sort: 'created',
    down: true,
    order: key => key.created_at,
    cell: key => <Time at={key.created_at} />,
    text: key => key.created_at,
  },
]

/** Active keys first, the newest on top. */
const inOrder = (keys: readonly ApiKey[]) =>
  keys.toSorted(
    (a, b) =>
      Number(a.revoked_at !== null) - Number(b.revoked_at !== null) ||
      b.created_at.localeCompare(a.created_at),
  )

export function KeysPage() {
  const sorting = useSort('')
  const isOwner = useIsOwner()
  const keys = useKeys()
  const rows = inOrder(keys.data ?? [])
  const create = isOwner && <LinkButton to="/marketplace/api-keys/new">{t`Create New API Key`}</LinkButton>
  return (
    <>
      <PageHead
        title={t`API Keys`}
        trail={[{ label: t`Marketplace` }]}
        about={t`Each key lets one of your systems, such as a till or a booking site, send events.`}
        menu={
          rows.length > 0 && (
            <MoreActions small>
              <CsvButton file={{ name: 'keys' }} columns={columns} askPage={onePage(rows)} />
            </MoreActions>
          )
        }
      >
        {create}
      </PageHead>
      <Loaded query={keys}>
        {() =>
          rows.length === 0 ? (
            <Empty title={t`No API keys yet`}>
              <p>
                {isOwner
                  ? t`Create one for each system that sends events. You can see what each one does and revoke it without affecting the others.`
                  : t`Ask an owner of your organisation to create one.`}
              </p>
              {create}
            </Empty>
          ) : (
            <Table
              label={t`API keys`}
              columns={columns}
              rows={rows}
              keyOf={key => key.id}
              sorting={sorting}
            />
          )
        }
      </Loaded>
    </>
  )
}
