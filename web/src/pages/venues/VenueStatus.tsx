import { Badge } from '../../components/Badge.tsx'

export const VenueStatus = ({ paused }: { paused: boolean }) =>
  paused ? <Badge tone="warn">paused</Badge> : <Badge tone="good">open to events</Badge>
