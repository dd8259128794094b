import type { RunInList } from '@millrace/contract/dashboard/runs'
import { cancelRun, retryRun } from '../../api/management.ts'
import type { Bulk } from '../../components/list/bulk-action.ts'
import { isFinished } from '../../features/run/run-status.ts'
import { plural, t } from '../../language/words.ts'

/** What can be done with the runs that are selected. */
export const runBulk = (nameOf: (run: RunInList) => string): Bulk<RunInList> => ({
  nameOf,
  changes: ['runs', 'run'],
  actions: [
    {
      name: t`Retry…`,
      fits: ({ status }) => status === 'failed',
      question: count => ({
        title: plural(count, 'Retry # run?', 'Retry # runs?'),
        about: t`Each run continues from the step that failed. Earlier steps are not repeated.`,
        action: plural(count, 'Retry # run', 'Retry # runs'),
      }),
      act: ({ id }) => retryRun(id),
    },
    {
      name: t`Cancel…`,
      danger: true,
      fits: run => !isFinished(run),
      question: count => ({
        title: plural(count, 'Cancel # run?', 'Cancel # runs?'),
        about: t`They end at once. Finished steps are not undone, and the remaining steps will not happen.`,
        action: plural(count, 'Cancel # run', 'Cancel # runs'),
      }),
      act: ({ id }) => cancelRun(id),
    },
  ],
})
