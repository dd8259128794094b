import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest on two cores, longest first, for a machine on which nothing has run yet. */
const LONG = [
  'tests/docs/operations',
  'server/src/db/embedded/server',
  'tests/browser/dashboard-workflows',
  'tests/browser/page-states',
  'tests/browser/stored-payloads',
  'tests/api/loop-delay',
  'tests/bench/bench',
  'tests/browser/dashboard-appearance',
  'tests/engine/date-trigger',
  'tests/cli/docs',
  'tests/api/isolation',
  'tests/api/single-sign-on',
  'tests/cli/commands',
  'tests/browser/reference',
  'tests/engine/model',
  'tests/browser/typed-text',
  'tests/browser/appearance',
  'tests/faults/stopped',
  'tests/docs/commands',
  'tests/faults/frozen-worker',
  'tests/docs/recipes',
  'tests/engine/killed-deliveries',
  'tests/faults/jumping-clock',
  'tests/browser/dashboard-events',
  'tests/faults/killed-worker',
  'tests/faults/waits',
  'tests/engine/segment-trigger',
  'tests/browser/dashboard-triggers',
  'tests/cli/send-many',
  'tests/faults/killed-schedules',
  'tests/faults/killed-imports',
  'tests/faults/killed-subscriptions',
  'tests/faults/killed-pulls',
]

/** What is in the list and has not run here comes before everything that has: about as long as the longest do. */
const ASSUMED_MS = 100_000

/**
 * In each group the files that took longest the last time come first: begun late, they would be waited for alone. Where
 * none is known to be long, browsers, which compute, take turns with faults, which wait.
 */
export default class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengthOf = (file: TestSpecification) =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? assumedLength(file)
    // Sorting keeps the order of what is equal.
    return inTurns(await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || lengthOf(other) - lengthOf(one),
    )
  }
}

const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder

function assumedLength({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex(path => moduleId.endsWith(`/${path}.test.ts`))
  return place === -1 ? 0 : ASSUMED_MS + LONG.length - place
}

function inTurns(files: TestSpecification[]): TestSpecification[] {
  const named = (name: string) => files.filter(({ project }) => project.name === name)
  const [browsers, faults] = [named('browser'), named('faults')]
  const mixed = browsers.flatMap((file, place) => [file, ...faults.slice(place, place + 1)])
  const turns = [...mixed, ...faults.slice(browsers.length)]
  const taken = new Set(turns)
  return [...turns, ...files.filter(file => !taken.has(file))]
}
