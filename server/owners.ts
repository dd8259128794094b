/**
 * Which folder of `server/src` changes which tables. A statement that inserts, updates or deletes rows of a table stands
 * in its owner's files and nowhere else: what belongs to a change is then written once, and whoever looks for it finds
 * all of it. Everything else calls a function of the owner, or puts a part of a statement together that the owner gives.
 *
 * The folders that answer requests (`http`, `dashboard`, `cli`) own nothing. Rows that only a trigger writes belong to
 * the owner of the table with the trigger. Read by `scripts/check-owners.ts`, and by people.
 */
export const owners: Readonly<Record<string, readonly string[]>> = {
  'runs/change': ['runs', 'steps', 'watches'],
  runs: ['daily_usage'],
  messages: ['messages', 'message_attempts'],
  tasks: ['tasks'],
  guests: ['guests', 'guest_tags', 'guest_edits', 'consent_changes', 'points_entries'],
  erasure: ['erasures'],
  events: ['events', 're_entries'],
  idempotency: ['idempotent_answers'],
  jobs: ['undertakings', 'replayed_events'],
  simulation: ['simulations'],
  sources: ['sources', 'source_fields', 'source_progress'],
  counts: ['hourly_counts', 'hourly_progress'],
  workflows: ['workflows', 'workflow_versions', 'run_endings'],
  venues: ['venues'],
  organisations: [
    'organisations',
    'organisation_secrets',
    'installation_secrets',
    'audit_entries',
    'audit_heads',
  ],
  access: ['api_keys', 'api_key_secrets', 'api_key_usage', 'access_tokens', 'strict_limits'],
  members: [
    'members',
    'memberships',
    'sessions',
    'invitations',
    'setup_links',
    'reset_links',
    'api_requests',
  ],
  db: ['migrations'],
  // The second is what the previous release had; workers take it over.
  queue: ['jobs', 'pgboss.job'],
}
