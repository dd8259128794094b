import { Badge } from '../../components/Badge.tsx'

export const VenueStatus = ({ paused }: { paused: boolean }) =>
  paused ? <Badge tone="warn">paused</Badge> : <Badge tone="good">active</Badge>
