import { dashboard } from '@millrace/contract/operations/dashboard'
import { health } from '@millrace/contract/operations/health'
import { links } from '@millrace/contract/operations/links'
import { oauth } from '@millrace/contract/operations/oauth'
import { v1 } from '@millrace/contract/operations/v1'
import { bindingsOf } from './bind.ts'
import * as dashboardHandlers from './dashboard/handlers.ts'
import * as healthHandlers from './health/handlers.ts'
import * as linkHandlers from './links/handlers.ts'
import * as oauthHandlers from './oauth/handlers.ts'
import * as v1Handlers from './v1/handlers.ts'

export const v1Bindings = bindingsOf(v1, v1Handlers)
export const healthBindings = bindingsOf(health, healthHandlers)
export const oauthBindings = bindingsOf(oauth, oauthHandlers)
export const dashboardBindings = bindingsOf(dashboard, dashboardHandlers)
export const linkBindings = bindingsOf(links, linkHandlers)
