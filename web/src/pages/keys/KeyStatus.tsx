import type { ApiKey } from '@millrace/contract/member'
import { Badge } from '../../components/Badge.tsx'
import { Time } from '../../components/time/Time.tsx'
import { meaning, t } from '../../language/words.ts'
import styles from './KeyStatus.module.css'

export const statusOf = ({ revoked_at, ends_at }: ApiKey): 'active' | 'ended' | 'revoked' => {
  if (revoked_at !== null) return 'revoked'
  return ends_at !== null && Date.parse(ends_at) <= Date.now() ? 'ended' : 'active'
}

const badges = {
  active: <Badge tone="good">{meaning('key')`Active`}</Badge>,
  ended: <Badge tone="bad">{t`Expired`}</Badge>,
  revoked: <Badge tone="bad">{t`Revoked`}</Badge>,
}

export const KeyStatus = ({ apiKey }: { apiKey: ApiKey }) => (
  <span className={styles.status}>
    {badges[statusOf(apiKey)]}
    {apiKey.test && <Badge tone="quiet">{t`Test`}</Badge>}
    {apiKey.revoked_at && <Time at={apiKey.revoked_at} />}
  </span>
)
