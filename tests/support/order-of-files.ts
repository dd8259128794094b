import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest on two cores, longest first, for a machine on which nothing has run yet. */
const LONG = [
  'tests/browser/dashboard-workflows',
  'tests/docs/operations',
  'tests/browser/page-states',
  'tests/browser/stored-payloads',
  'tests/bench/bench',
  'tests/browser/dashboard-appearance',
  'tests/browser/dashboard-events',
  'tests/cli/docs',
  'tests/api/loop-delay',
  'tests/faults/stopped',
  'tests/api/isolation',
  'tests/browser/email-editor',
  'tests/faults/killed-schedules',
  'tests/browser/canvas',
  'tests/faults/frozen-worker',
  'tests/faults/jumping-clock',
  'tests/faults/jumping-due-times',
  'tests/browser/typed-text',
  'tests/cli/commands',
  'tests/faults/killed-imports',
  'server/src/db/embedded/server',
  'tests/browser/reference',
  'tests/faults/killed-repairs',
  'tests/browser/lists',
  'tests/browser/dashboard-organisation',
  'tests/docs/recipes',
  'tests/engine/providers',
  'tests/cli/handed-over',
  'tests/api/dashboard-reach',
  'tests/docs/commands',
  'tests/engine/channels',
  'tests/engine/staple-tiers',
  'tests/engine/killed-deliveries',
  'tests/browser/dashboard-mapping',
]

/** What is in the list and has not run here comes before everything that has: about as long as the longest do. */
const ASSUMED_MS = 100_000
/** What takes less is never waited for alone for long. */
const LONG_MS = 30_000

/**
 * In each group the long files come first, those that took longest the last time before others: begun late, they would be
 * waited for alone. The rest stays together by project: a worker takes another file of its project, and ends before one of
 * another, whose worker imports everything again.
 */
export default class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengthOf = (file: TestSpecification) => {
      const length = this.ctx.cache.getTestSpecificationResult(file)?.duration ?? assumedLength(file)
      return length < LONG_MS ? 0 : length
    }
    // Sorting keeps the order of what is equal.
    return (await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || lengthOf(other) - lengthOf(one),
    )
  }
}

const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder

function assumedLength({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex(path => moduleId.endsWith(`/${path}.test.ts`))
  return place === -1 ? 0 : ASSUMED_MS + LONG.length - place
}
