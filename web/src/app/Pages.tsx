import { Redirect, Route, Switch } from 'wouter'
import { useSignedIn } from '../session/use-session.ts'
import { isForStaff } from './navigation/pages.ts'
import { OtherAddress } from './OtherAddress.tsx'
import { routes } from './routes/routes.ts'

/** The page at the address, of those that the member may open. */
export function Pages() {
  const isStaff = useSignedIn().role === 'staff'
  return (
    <Switch>
      {routes
        .filter(({ path }) => !isStaff || isForStaff(path))
        .map(({ path, Page }) => (
          <Route key={path} path={path}>
            {params => <Page {...(params as Record<string, string>)} />}
          </Route>
        ))}
      <Route>{isStaff ? <Redirect to="/tasks" replace /> : <OtherAddress />}</Route>
    </Switch>
  )
}
