import { imageFaults } from './images.ts'

/** What a release is judged by. */
export interface ReleaseFacts {
  /** By file, or by place in a file. All have to be equal. */
  readonly versions: Readonly<Record<string, string>>
  readonly changelog: string
  /** The version in the OpenAPI document, and the addresses that it describes. */
  readonly apiVersion: string
  readonly apiPaths: readonly string[]
  /** Deprecated operations, as `POST /v1/guests`. */
  readonly deprecated: readonly string[]
  /** docs/versions.md */
  readonly policy: string
  /** The client's types, as stored and as generated from the contract. */
  readonly clientTypes: { readonly found: string; readonly made: string }
  /** The files that name images, by their paths. */
  readonly images: Readonly<Record<string, string>>
  /** The output of git for the working tree, one line for each file. */
  readonly changedFiles: readonly string[]
  readonly tags: readonly string[]
  readonly today: string
}

/** Everything that is inconsistent, each as a sentence that says what to do. */
export function releaseFaults(facts: ReleaseFacts): string[] {
  const { apiVersion, apiPaths, clientTypes, changedFiles, tags } = facts
  const version = Object.values(facts.versions)[0] ?? ''
  return [
    ...versionFaults(facts.versions),
    ...changelogFaults(facts.changelog, version, facts.today),
    ...apiPaths
      .filter(path => /^\/v\d+\//.test(path) && !path.startsWith(`/v${apiVersion}/`))
      .map(path => `The OpenAPI document is of version ${apiVersion}, and has ${path}.`),
    ...deprecationFaults(facts),
    ...(clientTypes.found === clientTypes.made
      ? []
      : [
          'sdk/src/types.ts or sdk/src/operations.ts is not what the contract makes. Run: cd sdk && npm run types',
        ]),
    ...Object.entries(facts.images).flatMap(([file, text]) => imageFaults(file, text)),
    ...changeFaults(changedFiles),
    ...(tags.includes(`v${version}`) ? [`v${version} is released. Give this one another version.`] : []),
  ]
}

function versionFaults(versions: ReleaseFacts['versions']): string[] {
  const [first, ...others] = Object.entries(versions)
  if (first === undefined) return ['Nothing has a version.']
  const [place, version] = first
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${place} has version "${version}"; it must be as 1.2.3.`]),
    ...others
      .filter(([, other]) => other !== version)
      .map(([where, other]) => `${where} has version ${other}, and ${place} has ${version}.`),
  ]
}

/** The newest entry is for this release, with its date; there are no unreleased entries above it. */
function changelogFaults(changelog: string, version: string, today: string): string[] {
  const [newest = ''] = changelog.match(/^## .*$/m) ?? []
  const [, newestVersion, date = ''] = /^## (\S+) \((\d{4}-\d\d-\d\d)\)$/.exec(newest) ?? []
  if (newestVersion !== version) {
    return [`CHANGELOG.md begins with "${newest}"; its newest heading has to be "## ${version} (${today})".`]
  }
  return date > today ? [`CHANGELOG.md has ${version} on ${date}, which is yet to come.`] : []
}

const MOST_NAMED = 5

function changeFaults(changed: readonly string[]): string[] {
  if (changed.length === 0) return []
  const more = changed.length > MOST_NAMED ? ` and ${changed.length - MOST_NAMED} more` : ''
  return [`Commit ${changed.slice(0, MOST_NAMED).join(', ')}${more}, or take it away.`]
}

const A_YEAR = 365 * 86_400_000

/** A row of docs/versions.md: | `POST /v1/things` | since | gone on | instead | */
function deprecationFaults({ deprecated, policy }: ReleaseFacts): string[] {
  const rows = [...policy.matchAll(/^\| `([A-Z]+ \S+)` \| (\S+) \| (\S+) \|/gm)].map(
    ([, operation = '', since = '', until = '']) => ({ operation, since, until }),
  )
  const listed = new Set(rows.map(({ operation }) => operation))
  return [
    ...deprecated
      .filter(operation => !listed.has(operation))
      .map(operation => `docs/versions.md does not say that ${operation} is deprecated.`),
    ...rows
      .filter(({ operation }) => !deprecated.includes(operation))
      .map(
        ({ operation }) => `docs/versions.md says that ${operation} is deprecated, and its route does not.`,
      ),
    ...rows
      .filter(({ since, until }) => !(Date.parse(until) - Date.parse(since) >= A_YEAR))
      .map(({ operation }) => `${operation} has to be there for a year after it was deprecated.`),
  ]
}
