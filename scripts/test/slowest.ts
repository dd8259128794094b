import type { FileReport } from './report.ts'

const MOST = 20

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** Where the time of a run went: the groups, then the slowest files, each with the slowest of its tests. */
export function describeTimes(files: readonly FileReport[]): string[] {
  return [...describeGroups(files), '', ...describeSlowest(files)]
}

function describeGroups(files: readonly FileReport[]): string[] {
  const groups = Map.groupBy(files, ({ group }) => group)
  const rows = [...groups].map(([group, members]) => ({
    group,
    ms: members.reduce((sum, { ms }) => sum + ms, 0),
    files: members.length,
  }))
  return [
    'Time of each group, all of its files added up:',
    ...rows
      .sort((one, other) => other.ms - one.ms)
      .map(
        row =>
          `${seconds(row.ms).padStart(9)}  ${row.group} (${row.files} ${row.files === 1 ? 'file' : 'files'})`,
      ),
  ]
}

function describeSlowest(files: readonly FileReport[]): string[] {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, MOST)
  return [
    `The ${slowest.length} slowest files:`,
    ...slowest.flatMap(({ path, ms, tests }) => {
      const longest = tests.toSorted((one, other) => other.ms - one.ms)[0]
      return [
        `${seconds(ms).padStart(9)}  ${path}`,
        ...(longest === undefined || tests.length === 1
          ? []
          : [`${seconds(longest.ms).padStart(20)}  ${longest.name}`]),
      ]
    }),
  ]
}
