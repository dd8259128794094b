import { defaultSettings } from '@millrace/contract/settings'

/** The first moment that an organisation, under this name in a statement, keeps: the start of a month. */
export const keptFrom = (o: string) =>
  `date_trunc('month', now() - make_interval(months => coalesce((${o}.settings ->> 'retention_months')::int,
     ${defaultSettings.retention_months})), 'UTC')`
