import {
  type DashboardErrorCode,
  dashboardErrors,
  type ErrorCode,
  errorCatalogue,
} from '@millrace/contract/error'
import { ErrorWithoutStack } from '#base/error-without-stack.ts'

const catalogue = { ...errorCatalogue, ...dashboardErrors }

/** A field's path to what is wrong with it, in sentences. */
export type Faults = Record<string, string[]>

export interface RefusalDetails {
  errors?: Faults
  headers?: Record<string, string>
  /** Replaces the catalogue's sentence where more can be said. */
  message?: string
}

/** Thrown by routes to say no; answered by answer-error.ts. */
export class Refusal extends ErrorWithoutStack {
  override name = 'Refusal'
  readonly code: ErrorCode | DashboardErrorCode
  readonly status: number
  readonly details: RefusalDetails

  constructor(code: ErrorCode | DashboardErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? catalogue[code].message)
    this.code = code
    this.status = catalogue[code].status
    this.details = details
  }
}
