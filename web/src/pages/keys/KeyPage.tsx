import type { ApiKey } from '@millrace/contract/member'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Empty } from '../../components/list/Empty.tsx'
import { Loaded } from '../../components/list/Loaded.tsx'
import { MoreActions } from '../../components/MoreActions.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Time } from '../../components/time/Time.tsx'
import { VenueNames } from '../../features/venue/VenueNames.tsx'
import { number } from '../../language/format.ts'
import { t } from '../../language/words.ts'
import { useIsOwner } from '../../session/use-session.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { KeyStatus } from './KeyStatus.tsx'
import { useKeys } from './key-queries.ts'
import { scopesInWords } from './limits.ts'
import { RequestLog } from './RequestLog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { RotateDialog } from './RotateDialog.tsx'

const trail = [{ label: t`Marketplace` }, { label: t`API Keys`, path: '/marketplace/api-keys' }]

export function KeyPage({ clientId }: { clientId: string }) {
  const keys = useKeys()
  const key = keys.data?.find(({ client_id }) => client_id === clientId)
  return (
    <>
      <PageHead title={key?.name ?? t`API key`} trail={trail}>
        {key?.revoked_at === null && <Actions apiKey={key} />}
      </PageHead>
      <Loaded query={keys}>
        {() =>
          key ? (
            <>
              <Panel>
                <DescriptionList entries={entriesOf(key)} />
              </Panel>
              <RequestLog clientId={clientId} />
            </>
          ) : (
            <Empty title={t`API key not found`}>
              <p>{t`It may belong to another organisation.`}</p>
              <LinkButton to="/marketplace/api-keys">{t`All API keys`}</LinkButton>
            </Empty>
          )
        }
      </Loaded>
    </>
  )
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const isOwner = useIsOwner()
  const [open, setOpen] = useState<'change' | 'rotate' | 'revoke'>()
  if (!isOwner) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Button quiet onClick={() => setOpen('change')}>
        {t`Change…`}
      </Button>
      <MoreActions
        small
        label={t`More about the key`}
        actions={[
          { name: t`Rotate secret…`, act: () => setOpen('rotate') },
          { name: t`Revoke…`, danger: true, act: () => setOpen('revoke') },
        ]}
      />
      {open === 'change' && <ChangeDialog apiKey={apiKey} onClose={close} />}
      {open === 'rotate' && <RotateDialog apiKey={apiKey} onClose={close} />}
      {open === 'revoke' && <RevokeDialog apiKey={apiKey} onClose={close} />}
    </>
  )
}

const entriesOf = (key: ApiKey) =>
  [
    [t`Status`, <KeyStatus key="status" apiKey={key} />],
    [t`Client ID`, <code key="id">{key.client_id}</code>],
    [t`Scopes`, scopesInWords(key.scopes)],
    [t`Venues`, key.serials ? <VenueNames key="venues" serials={key.serials} /> : t`All venues`],
    [t`Sources`, key.sources?.join(', ') ?? t`Any source`],
    [t`Used from`, key.addresses?.join(', ') ?? t`Any address`],
    [
      t`Limit`,
      key.requests_per_minute === 0 ? t`None` : t`${number(key.requests_per_minute)} requests a minute`,
    ],
    [t`Expires`, key.ends_at ? <Time key="ends" at={key.ends_at} /> : t`Never`],
    [t`Last used`, key.last_used_at ? <Time key="used" at={key.last_used_at} /> : t`Never`],
    [t`Created`, <Time key="created" at={key.created_at} />],
  ] as const
