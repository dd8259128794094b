import { catalogue } from './catalogue.ts'
import * as audit from './dashboard/audit.ts'
import * as broadcasts from './dashboard/broadcasts.ts'
import * as comments from './dashboard/comments.ts'
import * as connections from './dashboard/connections.ts'
import * as emailFeedback from './dashboard/email-feedback.ts'
import * as events from './dashboard/events.ts'
import * as guestImports from './dashboard/guest-imports.ts'
import * as guests from './dashboard/guests.ts'
import * as home from './dashboard/home.ts'
import * as images from './dashboard/images.ts'
import * as jobs from './dashboard/jobs.ts'
import * as keys from './dashboard/keys.ts'
import * as members from './dashboard/members.ts'
import * as outbox from './dashboard/outbox.ts'
import * as pieces from './dashboard/pieces.ts'
import * as providers from './dashboard/providers.ts'
import * as runs from './dashboard/runs.ts'
import * as secondFactor from './dashboard/second-factor.ts'
import * as secrets from './dashboard/secrets.ts'
import * as segments from './dashboard/segments.ts'
import * as sender from './dashboard/sender.ts'
import * as session from './dashboard/session.ts'
import * as settings from './dashboard/settings.ts'
import * as simulations from './dashboard/simulations.ts'
import * as singleSignOn from './dashboard/single-sign-on.ts'
import * as sources from './dashboard/sources.ts'
import * as subscriptions from './dashboard/subscriptions.ts'
import * as suppressions from './dashboard/suppressions.ts'
import * as tasks from './dashboard/tasks.ts'
import * as venues from './dashboard/venues.ts'
import * as versions from './dashboard/versions.ts'
import * as views from './dashboard/views.ts'
import * as workflows from './dashboard/workflows.ts'

/** What the dashboard's pages call. They change with the pages, and are not in the OpenAPI document. */
export const dashboard = catalogue(
  sender,
  session,
  secondFactor,
  singleSignOn,
  members,
  keys,
  audit,
  home,
  workflows,
  broadcasts,
  versions,
  simulations,
  comments,
  jobs,
  runs,
  events,
  guests,
  guestImports,
  segments,
  venues,
  settings,
  providers,
  secrets,
  emailFeedback,
  connections,
  subscriptions,
  images,
  pieces,
  outbox,
  suppressions,
  tasks,
  sources,
  views,
)
