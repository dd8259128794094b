import type { ApiRequest } from '@millrace/contract/member'
import { Awaited } from '../../components/Awaited.tsx'
import { Badge } from '../../components/Badge.tsx'
import { rich, t } from '../../language/words.ts'
import { useKeyRequests } from './key-queries.ts'

/** Waits until the key is used for the first time, and says how that went. */
export function FirstCall({ clientId }: { clientId: string }) {
  const { data } = useKeyRequests(clientId)
  const calls = data?.pages[0]?.data ?? []
  const good = calls.find(isGood)
  const [latest] = calls
  const state = good ? 'arrived' : latest ? 'refused' : 'waiting'
  return (
    <Awaited state={state}>
      {good ? <Arrived call={good} /> : latest ? <Refused call={latest} /> : <Waiting />}
    </Awaited>
  )
}

const isGood = ({ status }: ApiRequest) => status < 400

const Waiting = () => (
  <>{rich`${<strong>{t`Waiting for the first call.`}</strong>} This turns green when it arrives.`}</>
)

const Arrived = ({ call }: { call: ApiRequest }) => (
  <>
    {rich`${<strong>{t`The first call has arrived.`}</strong>} ${<code>{`${call.method} ${call.route}`}</code>} was answered with ${<Badge tone="good">{String(call.status)}</Badge>} in ${call.duration_ms} ms. The key works.`}
  </>
)

const Refused = ({ call }: { call: ApiRequest }) => (
  <>
    {rich`${<strong>{t`A call arrived and was refused.`}</strong>} ${<code>{`${call.method} ${call.route}`}</code>} was answered with ${<Badge tone="bad">{String(call.status)}</Badge>}`}
    {call.code && <>{rich` for ${<code>{call.code}</code>}`}</>}
    {t`. The answer says what to fix.`}
  </>
)
