import { Mapping } from '@millrace/contract/connection-mapping'
import { Compile } from 'typebox/compile'
import { plainProblems, type SchemaError } from '#workflows/validation/plain-faults.ts'
import { checkMapping, type MappingFaults } from './check-mapping.ts'

const form = Compile(Mapping)

export type CheckedMapping = { readonly mapping: Mapping } | { readonly faults: MappingFaults }

/** A mapping that someone wrote: first its form, and then what a form cannot say. */
export function readWrittenMapping(written: unknown): CheckedMapping {
  const errors = form.Errors(written).filter(isTelling).filter(isOfChosenRule(written))
  const problems = plainProblems(errors, '')
  if (problems.size > 0)
    return {
      faults: Object.fromEntries([...problems].map(([path, problem]) => [path || 'mapping', [problem]])),
    }
  const mapping = written as Mapping
  const faults = checkMapping(mapping)
  return Object.keys(faults).length > 0 ? { faults } : { mapping }
}

/** Any name is a parameter: what is wrong with one is in its value. */
const isTelling = ({ keyword, instancePath }: SchemaError): boolean =>
  keyword !== 'additionalProperties' || instancePath !== '/parameters'

const BRANCH = /^#\/properties\/when\/items\/anyOf\/(\d)/

/** A rule is one test, or any of several. What is wrong with the kind that it is not says nothing. */
function isOfChosenRule(written: unknown): (error: SchemaError) => boolean {
  const { when } = (written ?? {}) as { readonly when?: unknown }
  return ({ schemaPath, instancePath }) => {
    const branch = BRANCH.exec(schemaPath)?.[1]
    if (branch === undefined || !Array.isArray(when)) return true
    const rule: unknown = when[Number(instancePath.split('/')[2])]
    const isAny = rule !== null && typeof rule === 'object' && 'any' in rule
    return branch === (isAny ? '1' : '0')
  }
}
