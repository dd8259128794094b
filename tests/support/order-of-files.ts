import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest on two cores, longest first: begun late, it would be waited for alone. */
const LONG = [
  'tests/browser/dashboard-workflows',
  'tests/faults/stopped',
  'tests/browser/stored-payloads',
  'tests/faults/frozen-worker',
  'tests/browser/page-states',
  'tests/browser/dashboard-appearance',
  'tests/bench/bench',
  'tests/browser/typed-text',
  'tests/browser/appearance',
  'tests/faults/killed-worker',
  'tests/faults/waits',
  'tests/docs/operations',
  'tests/engine/model',
  'server/src/db/embedded/server',
  'tests/api/isolation',
  'tests/engine/killed-deliveries',
  'tests/cli/commands',
  'tests/cli/docs',
]

/**
 * Vitest's own order, by project, with two exceptions in each group: the long ones come first, and browsers, which
 * compute, take turns with faults, which wait.
 */
export default class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Sorting keeps the order of what is equal.
    return inTurns(await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || lengthRank(one) - lengthRank(other),
    )
  }
}

const groupOf = (file: TestSpecification) => file.project.config.sequence.groupOrder

function lengthRank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex(path => moduleId.endsWith(`/${path}.test.ts`))
  return place === -1 ? LONG.length : place
}

function inTurns(files: TestSpecification[]): TestSpecification[] {
  const named = (name: string) => files.filter(({ project }) => project.name === name)
  const [browsers, faults] = [named('browser'), named('faults')]
  const mixed = browsers.flatMap((file, place) => [file, ...faults.slice(place, place + 1)])
  const turns = [...mixed, ...faults.slice(browsers.length)]
  const taken = new Set(turns)
  return [...files.filter(file => !taken.has(file)), ...turns]
}
