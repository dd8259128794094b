import type { Mapping } from '@millrace/contract/connection-mapping'
import type { Proof } from '@millrace/contract/connection-proof'
import type { VendorKind } from '@millrace/contract/dashboard/connections'
import type { Format } from '../mapping/document.ts'

/**
 * By what a repeated delivery is recognised: an id in a header, or its exact bytes. `never`: two deliveries with the same
 * bytes are two, because the system gives them no id and may well mean both.
 */
export type Repeats = { readonly header: string } | 'same_body' | 'never'

/** Everything Millrace knows about a system: what a connection to it begins with. One file for each. */
export interface Vendor {
  readonly id: string
  readonly name: string
  readonly kind: VendorKind
  /** What it brings, in one line. */
  readonly about: string
  readonly proof: Proof
  /** Whether its owner may choose another, because the system can be any. */
  readonly anyProof?: boolean
  /** What the system calls the secret. */
  readonly secret: string
  /** them: the system shows it. us: the system sends along what it is given, so that Millrace makes one. */
  readonly secretFrom: 'them' | 'us'
  /** What is wrong with a secret, as a sentence, if it has to have a form. */
  secretFault?(secret: string): Promise<string | undefined>
  readonly format: Format
  readonly repeats: Repeats
  readonly mapping: Mapping
  /** What to do at the vendor, step by step. */
  readonly steps: readonly string[]
}

/** Money in hundredths, as most systems send it. */
export const hundredths = (path: string) => ({ path, times: 0.01 })
