import type { Names } from '@millrace/contract/in-words'
import { say } from '@millrace/contract/say'
import type { OrganisationSettings } from '@millrace/contract/settings'
import { describeMoment } from '#calendar/describe-moment.ts'
import type { Words } from './activity-row.ts'

/** Times are in the organisation's time zone. */
export const wordsBy = (
  { time_zone, locale, topics = [] }: Pick<OrganisationSettings, 'time_zone' | 'locale' | 'topics'>,
  workflowName: (id: string) => string | undefined,
  names: Pick<Names, 'venues' | 'segments'> = {},
): Words => ({
  ...names,
  moment: iso => describeMoment(new Date(iso), time_zone, locale),
  workflow: id => workflowName(id) ?? say`a deleted workflow`,
  topic: id => topics.find(topic => topic.id === id)?.name ?? id,
})
