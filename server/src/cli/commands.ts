import type { Command } from './command/command.ts'

export interface CommandEntry {
  readonly name: string
  readonly summary: string
  /** On demand, so that a small command does not wait for the server's modules. */
  load(): Promise<{ default: Command }>
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Start Millrace: the API, the worker and the dashboard',
    load: () => import('./server/serve.ts'),
  },
  {
    name: 'status',
    summary: 'Is it running, where, and with what in it?',
    load: () => import('./server/status.ts'),
  },
  {
    name: 'doctor',
    summary: 'Check everything that Millrace needs, and say what to do',
    load: () => import('./doctor/doctor.ts'),
  },
  {
    name: 'init',
    summary: 'Write the settings of a server as an .env file',
    load: () => import('./server/init.ts'),
  },
  {
    name: 'migrate',
    summary: "Bring the database to this release's schema",
    load: () => import('./database/migrate.ts'),
  },
  {
    name: 'setup-link',
    summary: 'Make a link for the first member of an organisation',
    load: () => import('./members/setup-link.ts'),
  },
  {
    name: 'members invite',
    summary: 'Invite somebody to the dashboard by a link',
    load: () => import('./members/invite.ts'),
  },
  {
    name: 'members list',
    summary: 'List the members, and the open invitations',
    load: () => import('./members/list.ts'),
  },
  {
    name: 'members remove',
    summary: 'Remove a member; they are signed out at once',
    load: () => import('./members/remove.ts'),
  },
  {
    name: 'members reset-link',
    summary: 'Make a link by which a member chooses a new password',
    load: () => import('./members/reset-link.ts'),
  },
  {
    name: 'keys create',
    summary: 'Make an API key; its secret is shown once',
    load: () => import('./keys/create.ts'),
  },
  {
    name: 'keys list',
    summary: 'List the API keys, without their secrets',
    load: () => import('./keys/list.ts'),
  },
  {
    name: 'keys rotate',
    summary: 'Give a key a new secret; the old one works on for a while',
    load: () => import('./keys/rotate.ts'),
  },
  {
    name: 'keys revoke',
    summary: 'End a key and all of its tokens, at once',
    load: () => import('./keys/revoke.ts'),
  },
  {
    name: 'secrets reseal',
    summary: 'Seal stored secrets with the current master key',
    load: () => import('./secrets/reseal.ts'),
  },
  {
    name: 'organisations create',
    summary: 'Add an organisation',
    load: () => import('./organisations/create.ts'),
  },
  {
    name: 'organisations list',
    summary: 'List the organisations',
    load: () => import('./organisations/list.ts'),
  },
  {
    name: 'workflows list',
    summary: 'List the workflows',
    load: () => import('./workflows/list.ts'),
  },
  {
    name: 'workflows export',
    summary: 'Write a workflow as a file',
    load: () => import('./workflows/export.ts'),
  },
  {
    name: 'workflows import',
    summary: 'Bring a file in as the draft of a workflow',
    load: () => import('./workflows/import.ts'),
  },
  {
    name: 'workflows validate',
    summary: 'Say everything that is wrong with a file',
    load: () => import('./workflows/validate.ts'),
  },
  {
    name: 'workflows publish',
    summary: 'Make the draft of a workflow its next version',
    load: () => import('./workflows/publish.ts'),
  },
  {
    name: 'simulate',
    summary: 'Walk a guest through a workflow, and store and send nothing',
    load: () => import('./simulate/simulate.ts'),
  },
  {
    name: 'runs list',
    summary: 'List the runs of a workflow',
    load: () => import('./runs/list.ts'),
  },
  {
    name: 'runs trace',
    summary: 'Show every step of a run',
    load: () => import('./runs/trace.ts'),
  },
  {
    name: 'runs retry',
    summary: 'Have a failed run go on from the step that failed',
    load: () => import('./runs/retry.ts'),
  },
  {
    name: 'runs cancel',
    summary: 'End a run where it is',
    load: () => import('./runs/cancel.ts'),
  },
  {
    name: 'login',
    summary: 'Keep an API key, for commands that send events',
    load: () => import('./login/login.ts'),
  },
  {
    name: 'logout',
    summary: 'Forget the key that was kept',
    load: () => import('./login/logout.ts'),
  },
  {
    name: 'events tail',
    summary: 'Show events as they come in',
    load: () => import('./events/tail.ts'),
  },
  {
    name: 'events send',
    summary: 'Send an event over HTTP, as an integrator does, and read its receipt',
    load: () => import('./events/send.ts'),
  },
  {
    name: 'completion',
    summary: 'Print what makes bash, zsh or fish complete commands',
    load: () => import('./completion/completion.ts'),
  },
]
