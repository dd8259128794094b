import { t } from '../../language/words.ts'
import { page } from './page.tsx'

/** Every page of a member, in the order in which addresses are looked up. The files of each are fetched when it is opened. */
export const routes = [
  page('/', () => import('../../pages/home/HomePage.tsx').then(it => it.HomePage)),
  page('/workflows', () => import('../../pages/workflows/WorkflowsPage.tsx').then(it => it.WorkflowsPage)),
  // The canvas and the text editor are as large as all the rest.
  page('/workflows/:id', () => import('../../pages/workflow/WorkflowPage.tsx').then(it => it.default), {
    large: true,
    thing: t`Workflow`,
  }),
  page('/runs', () => import('../../pages/runs/RunsPage.tsx').then(it => it.RunsPage)),
  page('/runs/:id', () => import('../../pages/run/RunPage.tsx').then(it => it.RunPage), { thing: t`Run` }),
  page('/events', () => import('../../pages/events/EventsPage.tsx').then(it => it.EventsPage)),
  page('/events/send', () => import('../../pages/events/SendEventPage.tsx').then(it => it.SendEventPage)),
  page('/events/unrouted', () => import('../../pages/events/UnmatchedPage.tsx').then(it => it.UnmatchedPage)),
  page('/events/:id', () => import('../../pages/events/EventPage.tsx').then(it => it.EventPage), {
    thing: t`Event`,
  }),
  page('/sources', () => import('../../pages/sources/SourcesPage.tsx').then(it => it.SourcesPage)),
  page('/sources/detail', () => import('../../pages/sources/SourcePage.tsx').then(it => it.SourcePage)),
  page('/guests', () => import('../../pages/guests/GuestsPage.tsx').then(it => it.GuestsPage)),
  page('/guests/imports', () =>
    import('../../pages/guests/imports/ImportsPage.tsx').then(it => it.ImportsPage),
  ),
  page('/guests/imports/new', () =>
    import('../../pages/guests/imports/NewImportPage.tsx').then(it => it.NewImportPage),
  ),
  page('/segments', () => import('../../pages/segments/SegmentsPage.tsx').then(it => it.SegmentsPage)),
  page('/segments/new', () =>
    import('../../pages/segments/NewSegmentPage.tsx').then(it => it.NewSegmentPage),
  ),
  page('/segments/:id', () => import('../../pages/segments/SegmentPage.tsx').then(it => it.SegmentPage), {
    thing: t`Segment`,
  }),
  page(
    '/guests/imports/:id',
    () => import('../../pages/guests/imports/ImportPage.tsx').then(it => it.ImportPage),
    { thing: t`Import` },
  ),
  page('/guests/:id', () => import('../../pages/guests/GuestPage.tsx').then(it => it.GuestPage), {
    thing: t`Guest`,
  }),
  page('/venues', () => import('../../pages/venues/VenuesPage.tsx').then(it => it.VenuesPage)),
  page('/venues/:serial', () => import('../../pages/venues/VenuePage.tsx').then(it => it.VenuePage), {
    thing: t`Venue`,
  }),
  page('/outbox', () => import('../../pages/outbox/OutboxPage.tsx').then(it => it.OutboxPage)),
  page('/outbox/:id', () => import('../../pages/outbox/MessagePage.tsx').then(it => it.MessagePage), {
    thing: t`Message`,
  }),
  page('/pieces', () => import('../../pages/pieces/PiecesPage.tsx').then(it => it.PiecesPage)),
  page('/pieces/:piece', () => import('../../pages/pieces/PiecePage.tsx').then(it => it.PiecePage), {
    thing: t`Saved piece`,
  }),
  page('/tasks', () => import('../../pages/tasks/TasksPage.tsx').then(it => it.TasksPage)),
  page('/marketplace/api-keys', () => import('../../pages/keys/KeysPage.tsx').then(it => it.KeysPage)),
  page('/marketplace/api-keys/new', () =>
    import('../../pages/keys/NewKeyPage.tsx').then(it => it.NewKeyPage),
  ),
  page(
    '/marketplace/api-keys/:clientId',
    () => import('../../pages/keys/KeyPage.tsx').then(it => it.KeyPage),
    { thing: t`API key` },
  ),
  page('/marketplace/subscriptions', () =>
    import('../../pages/subscriptions/SubscriptionsPage.tsx').then(it => it.SubscriptionsPage),
  ),
  page(
    '/marketplace/subscriptions/:id',
    () => import('../../pages/subscriptions/SubscriptionPage.tsx').then(it => it.SubscriptionPage),
    { thing: t`Subscription` },
  ),
  page('/marketplace/connections', () =>
    import('../../pages/connections/ConnectionsPage.tsx').then(it => it.ConnectionsPage),
  ),
  page('/marketplace/connections/new', () =>
    import('../../pages/connections/NewConnectionPage.tsx').then(it => it.NewConnectionPage),
  ),
  page(
    '/marketplace/connections/:id',
    () => import('../../pages/connections/ConnectionPage.tsx').then(it => it.ConnectionPage),
    { thing: t`Connection` },
  ),
  page('/marketplace/connections/:id/deliveries/:deliveryId', () =>
    import('../../pages/connections/DeliveryPage.tsx').then(it => it.DeliveryPage),
  ),
  page('/help', () => import('../../pages/help/HelpPage.tsx').then(it => it.HelpPage)),
  page('/help/:guide', () => import('../../pages/help/GuidePage.tsx').then(it => it.GuidePage)),
  page('/settings/organisation', () =>
    import('../../pages/settings/SettingsPage.tsx').then(it => it.SettingsPage),
  ),
  page('/settings/members', () => import('../../pages/members/MembersPage.tsx').then(it => it.MembersPage)),
  page('/settings/profile', () => import('../../pages/profile/ProfilePage.tsx').then(it => it.ProfilePage)),
  page('/settings/suppressions', () =>
    import('../../pages/suppressions/SuppressionsPage.tsx').then(it => it.SuppressionsPage),
  ),
  page('/settings/audit', () => import('../../pages/audit/AuditPage.tsx').then(it => it.AuditPage)),
]
