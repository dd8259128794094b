import { Badge } from '../../components/Badge.tsx'
import { t } from '../../language/words.ts'

export const VenueStatus = ({ paused }: { paused: boolean }) =>
  paused ? <Badge tone="warn">{t`paused`}</Badge> : <Badge tone="good">{t`active`}</Badge>
