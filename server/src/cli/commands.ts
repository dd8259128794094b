import type { Command } from './command/command.ts'

export interface CommandEntry {
  /** One word, or a noun and a verb. */
  readonly name: string
  readonly summary: string
  /** On demand, so that a small command does not wait for the server's modules. */
  readonly load: () => Promise<{ default: Command }>
}

const entry = (name: string, summary: string, load: CommandEntry['load']): CommandEntry => ({
  name,
  summary,
  load,
})

/** What the commands of a noun are about. */
export const nouns: Readonly<Record<string, string>> = {
  database: 'The database',
  maintenance: 'Deleting old data',
  secrets: 'Stored secrets',
  audit: 'The audit log',
  organisations: 'Organisations',
  members: 'Members',
  keys: 'API keys',
  connections: 'Connections to other systems',
  deliveries: 'What connected systems sent',
  events: 'Events',
  guests: 'Guests',
  segments: 'Segments',
  subscriptions: 'Addresses that are sent what happens',
  suppressions: 'Addresses to which nothing is sent',
  providers: 'Who sends e-mails and SMS',
  sources: 'What the events of sources are',
  workflows: 'Workflows as files',
  pieces: 'Saved blocks and e-mails as files',
  broadcasts: 'Broadcasts to segments',
  runs: 'Runs of a workflow',
  tasks: 'Tasks for staff',
}

/** All commands, under the headings of the help. */
export const sections: Readonly<Record<string, readonly CommandEntry[]>> = {
  Server: [
    entry('serve', 'Start the API, the worker and the dashboard', () => import('./server/serve.ts')),
    entry(
      'status',
      'Show whether Millrace is running and what it stores',
      () => import('./server/status.ts'),
    ),
    entry(
      'doctor',
      'Check everything Millrace needs, with advice for each problem',
      () => import('./doctor/doctor.ts'),
    ),
    entry('init', "Create an .env file with a server's settings", () => import('./server/init.ts')),
    entry('migrate', "Upgrade the database to this release's schema", () => import('./database/migrate.ts')),
    entry(
      'database distribute',
      'Spread the database over the nodes of Citus',
      () => import('./database/distribute.ts'),
    ),
    entry(
      'secrets reseal',
      'Re-encrypt stored secrets with the current master key',
      () => import('./secrets/reseal.ts'),
    ),
    entry(
      'secrets discard',
      'Delete what a lost master key had encrypted',
      () => import('./secrets/discard.ts'),
    ),
    entry(
      'maintenance resume',
      'Delete old data again after the clock has jumped',
      () => import('./maintenance/resume.ts'),
    ),
    entry(
      'audit verify',
      'Check that no entry of the audit log was changed or removed',
      () => import('./audit/verify.ts'),
    ),
  ],
  Access: [
    entry('organisations create', 'Create an organisation', () => import('./organisations/create.ts')),
    entry('organisations list', 'List organisations', () => import('./organisations/list.ts')),
    entry(
      'setup-link',
      "Create a link for an organisation's first member",
      () => import('./members/setup-link.ts'),
    ),
    entry(
      'members invite',
      'Create an invitation link to the dashboard',
      () => import('./members/invite.ts'),
    ),
    entry('members list', 'List members and open invitations', () => import('./members/list.ts')),
    entry('members remove', 'Remove a member and sign them out', () => import('./members/remove.ts')),
    entry(
      'members let-in',
      'Let members sign in with a password although single sign-on is enforced',
      () => import('./members/let-in.ts'),
    ),
    entry(
      'members reset-factor',
      'Let a member in who has lost their second factor',
      () => import('./members/reset-factor.ts'),
    ),
    entry(
      'members reset-link',
      'Create a link to choose a new password',
      () => import('./members/reset-link.ts'),
    ),
    entry('keys create', 'Create an API key and show its secret once', () => import('./keys/create.ts')),
    entry('keys list', 'List API keys, without their secrets', () => import('./keys/list.ts')),
    entry('keys change', 'Change what a key may do', () => import('./keys/change.ts')),
    entry('keys rotate', 'Give a key a new secret', () => import('./keys/rotate.ts')),
    entry('keys revoke', 'Revoke a key and all of its tokens', () => import('./keys/revoke.ts')),
    entry(
      'connections create',
      'Connect another system, with its secret from stdin',
      () => import('./connections/create.ts'),
    ),
    entry(
      'connections list',
      'List connections, their addresses and how they are doing',
      () => import('./connections/list.ts'),
    ),
    entry(
      'connections alias',
      'Say which venue a location of another system is',
      () => import('./connections/alias.ts'),
    ),
    entry(
      'connections pause',
      'Store deliveries without reading them',
      () => import('./connections/pause.ts'),
    ),
    entry('connections resume', 'Read deliveries again', () => import('./connections/resume.ts')),
    entry(
      'connections secret',
      'Replace the secret of a connection, from stdin',
      () => import('./connections/secret.ts'),
    ),
    entry(
      'connections claims',
      'Say which issuer and audience signed tokens must have',
      () => import('./connections/claims.ts'),
    ),
    entry(
      'connections proof',
      'Say how the requests of any system prove their origin',
      () => import('./connections/proof.ts'),
    ),
    entry(
      'connections pull',
      'Fetch an address at intervals, for a system without webhooks',
      () => import('./connections/pull.ts'),
    ),
    entry(
      'connections mapping',
      'Print, check or save how deliveries become events',
      () => import('./connections/mapping.ts'),
    ),
    entry(
      'connections repair',
      'Compare stored deliveries with the events they made, and make what is missing',
      () => import('./connections/repair.ts'),
    ),
    entry(
      'connections delete',
      'Delete a connection with its deliveries; its events stay',
      () => import('./connections/delete.ts'),
    ),
    entry(
      'deliveries replay',
      'Read stored deliveries of a connection again',
      () => import('./connections/replay.ts'),
    ),
  ],
  Workflows: [
    entry(
      'secrets set',
      'Save a credential that webhooks can name, read from stdin',
      () => import('./secrets/set.ts'),
    ),
    entry('secrets list', 'List secrets, without their values', () => import('./secrets/list.ts')),
    entry('secrets remove', 'Remove a secret', () => import('./secrets/remove.ts')),
    entry('workflows list', 'List workflows', () => import('./workflows/list.ts')),
    entry('workflows export', 'Export a workflow to a file', () => import('./workflows/export.ts')),
    entry(
      'workflows import',
      'Import a file as the draft of a workflow',
      () => import('./workflows/import.ts'),
    ),
    entry('workflows validate', 'Check a workflow file', () => import('./workflows/validate.ts')),
    entry(
      'workflows publish',
      "Publish a workflow's draft as its next version",
      () => import('./workflows/publish.ts'),
    ),
    entry('broadcasts list', 'List the broadcasts of a workflow', () => import('./broadcasts/list.ts')),
    entry(
      'broadcasts send',
      'Estimate a broadcast, and send it with --yes',
      () => import('./broadcasts/send.ts'),
    ),
    entry(
      'broadcasts test',
      'Send the e-mails of a broadcast to a member',
      () => import('./broadcasts/test.ts'),
    ),
    entry(
      'broadcasts pause',
      'Pause the broadcast that is being sent',
      () => import('./broadcasts/pause.ts'),
    ),
    entry(
      'broadcasts resume',
      'Resume a broadcast, or send one that was missed',
      () => import('./broadcasts/resume.ts'),
    ),
    entry('broadcasts stop', 'Stop a broadcast for good', () => import('./broadcasts/stop.ts')),
    entry(
      'workflows missed',
      'List the guests whom a paused workflow missed, and decide about them',
      () => import('./workflows/missed.ts'),
    ),
    entry(
      'workflows due',
      'List the days on which guests were due, and what came of it',
      () => import('./workflows/due.ts'),
    ),
    entry(
      'workflows compare',
      'Compare the draft of a workflow with its live version, over the last days',
      () => import('./workflows/compare.ts'),
    ),
    entry('pieces list', 'List saved pieces', () => import('./pieces/list.ts')),
    entry('pieces export', 'Write a saved piece to a file', () => import('./pieces/export.ts')),
    entry('pieces import', 'Save a piece from a file, or change it', () => import('./pieces/import.ts')),
    entry(
      'simulate',
      'Simulate a workflow for one guest; nothing is stored or sent',
      () => import('./simulate/simulate.ts'),
    ),
    entry('runs list', 'List the runs of a workflow', () => import('./runs/list.ts')),
    entry('runs trace', 'Show every step of a run', () => import('./runs/trace.ts')),
    entry('runs retry', 'Retry a failed run from the step that failed', () => import('./runs/retry.ts')),
    entry('runs cancel', 'Cancel a run', () => import('./runs/cancel.ts')),
    entry('tasks list', 'List tasks for staff', () => import('./tasks/list.ts')),
    entry('tasks done', 'Mark a task as done', () => import('./tasks/done.ts')),
  ],
  Guests: [
    entry('guests find', 'Find a guest by an identifier', () => import('./guests/find.ts')),
    entry(
      'guests put',
      'Find a guest by identifiers, or create one, and change it',
      () => import('./guests/put.ts'),
    ),
    entry('guests import', 'Import guests from a CSV or NDJSON file', () => import('./guests/import.ts')),
    entry('guests merge', 'Merge two guests who are one', () => import('./guests/merge.ts')),
    entry('guests unmerge', 'Undo a merge of two guests', () => import('./guests/unmerge.ts')),
    entry('guests undo', 'Undo an import of guests', () => import('./guests/undo.ts')),
    entry('segments list', 'List segments', () => import('./segments/list.ts')),
    entry('segments show', 'Show a segment', () => import('./segments/show.ts')),
    entry('segments guests', 'List the guests in a segment', () => import('./segments/guests.ts')),
    entry(
      'segments preview',
      'Count the guests who match a condition',
      () => import('./segments/preview.ts'),
    ),
    entry(
      'segments create',
      'Create a segment from a file with its condition',
      () => import('./segments/create.ts'),
    ),
    entry('segments change', 'Change a segment', () => import('./segments/change.ts')),
    entry('segments delete', 'Delete a segment that nothing uses', () => import('./segments/delete.ts')),
  ],
  Events: [
    entry(
      'events send',
      'Send one event, or a file of events, through the API',
      () => import('./events/send.ts'),
    ),
    entry('events tail', 'Show events as they arrive', () => import('./events/tail.ts')),
    entry(
      'subscriptions create',
      'Send what happens to an address',
      () => import('./subscriptions/create.ts'),
    ),
    entry(
      'subscriptions list',
      'List the addresses that are sent what happens',
      () => import('./subscriptions/list.ts'),
    ),
    entry('subscriptions test', 'Send a test', () => import('./subscriptions/test.ts')),
    entry(
      'subscriptions pause',
      'Store what happens, and send nothing',
      () => import('./subscriptions/pause.ts'),
    ),
    entry('subscriptions resume', 'Send what waits', () => import('./subscriptions/resume.ts')),
    entry('subscriptions secret', 'Make a new secret', () => import('./subscriptions/secret.ts')),
    entry('subscriptions replay', 'Send deliveries again', () => import('./subscriptions/replay.ts')),
    entry('subscriptions delete', 'Delete a subscription', () => import('./subscriptions/delete.ts')),
    entry(
      'suppressions list',
      'List addresses and numbers to which nothing is sent',
      () => import('./suppressions/list.ts'),
    ),
    entry(
      'suppressions add',
      'Send nothing more to an address or a number',
      () => import('./suppressions/add.ts'),
    ),
    entry(
      'suppressions lift',
      'Allow messages to an address or a number again',
      () => import('./suppressions/lift.ts'),
    ),
    entry('providers list', 'List the providers and how they do', () => import('./providers/list.ts')),
    entry('providers add', 'Add a mail server or an SMS account', () => import('./providers/add.ts')),
    entry('providers set', 'Set a pace, a limit and a warm-up', () => import('./providers/set.ts')),
    entry('providers move', 'Use a provider earlier or later', () => import('./providers/move.ts')),
    entry('providers test', 'Send a test through one provider', () => import('./providers/send-test.ts')),
    entry('providers remove', 'Remove a provider', () => import('./providers/remove.ts')),
    entry('sources list', 'List sources and what their events are', () => import('./sources/list.ts')),
    entry('sources declare', 'Declare what the events of a source are', () => import('./sources/declare.ts')),
    entry(
      'sources rebuild',
      "Rebuild the ledger of visits from a source's stored events",
      () => import('./sources/rebuild.ts'),
    ),
    entry('login', 'Save an API key for `events send`', () => import('./login/login.ts')),
    entry('logout', 'Delete a saved API key', () => import('./login/logout.ts')),
  ],
  Shell: [
    entry(
      'completion',
      'Print the completion script for bash, zsh or fish',
      () => import('./completion/completion.ts'),
    ),
  ],
}

export const commands: readonly CommandEntry[] = Object.values(sections).flat()
