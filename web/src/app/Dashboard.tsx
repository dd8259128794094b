import { lazy, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { failedTitle, PageFailed } from '../components/PageFailed.tsx'
import { PageHead } from '../components/PageHead.tsx'
import { Toasts } from '../components/Toasts.tsx'
import { AuditPage } from '../pages/audit/AuditPage.tsx'
import { ConnectionPage } from '../pages/connections/ConnectionPage.tsx'
import { ConnectionsPage } from '../pages/connections/ConnectionsPage.tsx'
import { DeliveryPage } from '../pages/connections/DeliveryPage.tsx'
import { NewConnectionPage } from '../pages/connections/NewConnectionPage.tsx'
import { EventPage } from '../pages/events/EventPage.tsx'
import { EventsPage } from '../pages/events/EventsPage.tsx'
import { SendEventPage } from '../pages/events/SendEventPage.tsx'
import { UnmatchedPage } from '../pages/events/UnmatchedPage.tsx'
import { GuestPage } from '../pages/guests/GuestPage.tsx'
import { GuestsPage } from '../pages/guests/GuestsPage.tsx'
import { ImportPage } from '../pages/guests/imports/ImportPage.tsx'
import { ImportsPage } from '../pages/guests/imports/ImportsPage.tsx'
import { NewImportPage } from '../pages/guests/imports/NewImportPage.tsx'
import { HomePage } from '../pages/home/HomePage.tsx'
import { KeyPage } from '../pages/keys/KeyPage.tsx'
import { KeysPage } from '../pages/keys/KeysPage.tsx'
import { NewKeyPage } from '../pages/keys/NewKeyPage.tsx'
import { MembersPage } from '../pages/members/MembersPage.tsx'
import { MessagePage } from '../pages/outbox/MessagePage.tsx'
import { OutboxPage } from '../pages/outbox/OutboxPage.tsx'
import { ProfilePage } from '../pages/profile/ProfilePage.tsx'
import { RunPage } from '../pages/run/RunPage.tsx'
import { RunsPage } from '../pages/runs/RunsPage.tsx'
import { NewSegmentPage } from '../pages/segments/NewSegmentPage.tsx'
import { SegmentPage } from '../pages/segments/SegmentPage.tsx'
import { SegmentsPage } from '../pages/segments/SegmentsPage.tsx'
import { SettingsPage } from '../pages/settings/SettingsPage.tsx'
import { SourcePage } from '../pages/sources/SourcePage.tsx'
import { SourcesPage } from '../pages/sources/SourcesPage.tsx'
import { SubscriptionPage } from '../pages/subscriptions/SubscriptionPage.tsx'
import { SubscriptionsPage } from '../pages/subscriptions/SubscriptionsPage.tsx'
import { SuppressionsPage } from '../pages/suppressions/SuppressionsPage.tsx'
import { TasksPage } from '../pages/tasks/TasksPage.tsx'
import { VenuePage } from '../pages/venues/VenuePage.tsx'
import { VenuesPage } from '../pages/venues/VenuesPage.tsx'
import { WorkflowsPage } from '../pages/workflows/WorkflowsPage.tsx'
import { Frame } from './frame/Frame.tsx'
import { LiveUpdates } from './LiveUpdates.tsx'
import { OtherAddress } from './OtherAddress.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { PageLoading } from './PageLoading.tsx'
import { SessionGate } from './SessionGate.tsx'
import { SessionPrompts } from './SessionPrompts.tsx'

const workflowHead = { title: 'Workflow', trail: [{ label: 'Workflows', path: '/workflows' }] }
/** The canvas and the text editor are as large as all the rest. */
const WorkflowPage = lazy(() => import('../pages/workflow/WorkflowPage.tsx'))

export default function Dashboard() {
  const [path] = useLocation()
  return (
    <SessionGate>
      <Frame>
        <PageBoundary key={path} failed={<FailedInFrame />}>
          <Switch>
            <Route path="/" component={HomePage} />
            <Route path="/workflows" component={WorkflowsPage} />
            <Route path="/workflows/:id">
              {({ id }) => (
                <Suspense fallback={<PageLoading {...workflowHead} />}>
                  <WorkflowPage key={id} id={id} />
                </Suspense>
              )}
            </Route>
            <Route path="/runs" component={RunsPage} />
            <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
            <Route path="/events" component={EventsPage} />
            <Route path="/events/send" component={SendEventPage} />
            <Route path="/events/unrouted" component={UnmatchedPage} />
            <Route path="/events/:id">{({ id }) => <EventPage key={id} id={id} />}</Route>
            <Route path="/sources" component={SourcesPage} />
            <Route path="/sources/detail" component={SourcePage} />
            <Route path="/guests" component={GuestsPage} />
            <Route path="/guests/imports" component={ImportsPage} />
            <Route path="/guests/imports/new" component={NewImportPage} />
            <Route path="/segments" component={SegmentsPage} />
            <Route path="/segments/new" component={NewSegmentPage} />
            <Route path="/segments/:id">{({ id }) => <SegmentPage key={id} id={id} />}</Route>
            <Route path="/guests/imports/:id">{({ id }) => <ImportPage key={id} id={id} />}</Route>
            <Route path="/guests/:id">{({ id }) => <GuestPage key={id} id={id} />}</Route>
            <Route path="/venues" component={VenuesPage} />
            <Route path="/venues/:serial">{({ serial }) => <VenuePage key={serial} serial={serial} />}</Route>
            <Route path="/outbox" component={OutboxPage} />
            <Route path="/outbox/:id">{({ id }) => <MessagePage key={id} id={id} />}</Route>
            <Route path="/tasks" component={TasksPage} />
            <Route path="/marketplace/api-keys" component={KeysPage} />
            <Route path="/marketplace/api-keys/new" component={NewKeyPage} />
            <Route path="/marketplace/api-keys/:clientId">
              {({ clientId }) => <KeyPage key={clientId} clientId={clientId} />}
            </Route>
            <Route path="/marketplace/subscriptions" component={SubscriptionsPage} />
            <Route path="/marketplace/subscriptions/:id">
              {({ id }) => <SubscriptionPage key={id} id={id} />}
            </Route>
            <Route path="/marketplace/connections" component={ConnectionsPage} />
            <Route path="/marketplace/connections/new" component={NewConnectionPage} />
            <Route path="/marketplace/connections/:id">
              {({ id }) => <ConnectionPage key={id} id={id} />}
            </Route>
            <Route path="/marketplace/connections/:id/deliveries/:deliveryId">
              {({ id, deliveryId }) => <DeliveryPage key={deliveryId} id={id} deliveryId={deliveryId} />}
            </Route>
            <Route path="/settings/organisation" component={SettingsPage} />
            <Route path="/settings/members" component={MembersPage} />
            <Route path="/settings/profile" component={ProfilePage} />
            <Route path="/settings/suppressions" component={SuppressionsPage} />
            <Route path="/settings/audit" component={AuditPage} />
            <Route component={OtherAddress} />
          </Switch>
        </PageBoundary>
      </Frame>
      <LiveUpdates />
      <SessionPrompts />
      <Toasts />
    </SessionGate>
  )
}

const FailedInFrame = () => (
  <>
    <PageHead title={failedTitle} />
    <PageFailed />
  </>
)
