/**
 * Which folder of `server/src` changes which tables. Only the owner's files have statements that insert, update or
 * delete rows of a table: a change is then written once, with everything that belongs to it, and is easy to find. All
 * other code calls a function of the owner, or composes a statement from a part that the owner provides.
 *
 * The folders that answer requests (`http`, `dashboard`, `cli`) own nothing. Rows that only a trigger writes belong
 * to the owner of the table with the trigger. Read by `scripts/check-owners.ts`, and by people.
 */
export const owners: Readonly<Record<string, readonly string[]>> = {
  'runs/change': ['runs', 'steps', 'watches'],
  runs: ['daily_usage'],
  messages: ['messages', 'message_attempts'],
  tasks: ['tasks'],
  guests: [
    'guests',
    'guest_identifiers',
    'guest_tags',
    'guest_dates',
    'guest_edits',
    'consent_changes',
    'points_entries',
    'guest_merges',
    'guest_merge_moves',
  ],
  visits: ['visits', 'source_meanings'],
  erasure: ['erasures'],
  events: ['events', 're_entries', 'loop_alerts'],
  triggers: ['occasions', 'schedule_days'],
  idempotency: ['idempotent_answers'],
  jobs: ['undertakings', 'replayed_events'],
  'jobs/import': [
    'guest_imports',
    'guest_import_parts',
    'guest_import_refusals',
    'guest_import_claims',
    'guest_import_changes',
    'guest_import_events',
  ],
  connections: ['connections', 'connection_deliveries', 'connection_events', 'connection_refusals'],
  simulation: ['simulations'],
  sources: ['sources', 'source_fields', 'source_progress'],
  counts: ['hourly_counts', 'hourly_progress'],
  workflows: ['workflows', 'workflow_versions', 'run_endings', 'schedules'],
  'workflows/segments': ['segments', 'segment_members', 'segment_changes', 'segment_progress'],
  venues: ['venues'],
  organisations: [
    'organisations',
    'organisation_secrets',
    'installation_secrets',
    'named_secrets',
    'millrace_audit.entries',
    'millrace_audit.heads',
  ],
  notices: ['notices', 'audit_readers'],
  access: [
    'api_keys',
    'api_key_secrets',
    'api_key_usage',
    'access_tokens',
    'strict_limits',
    'api_key_networks',
  ],
  members: [
    'members',
    'memberships',
    'sessions',
    'invitations',
    'setup_links',
    'reset_links',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'challenges',
    'single_sign_on',
    'single_sign_on_domains',
    'single_sign_on_attempts',
    'member_identities',
    'api_requests',
  ],
  db: ['migrations'],
  worker: ['maintenance'],
  // The second is the previous release's table; workers take over its jobs.
  queue: ['jobs', 'pgboss.job'],
}
