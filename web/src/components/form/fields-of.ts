import type { Failure } from '../../api/answer.ts'

/** What a field needs to show one value of a form, to change it, and to say what is wrong with it. */
export interface BoundField<Value> {
  readonly name: string
  readonly value: Value
  readonly failure: Failure | undefined
  onChange(value: Value): void
}

/** Binds fields to the values of a form by their keys. `name` is for those that the request calls something else. */
export const fieldsOf =
  <Form extends object>(form: Form, change: (part: Partial<Form>) => void, failure: Failure | undefined) =>
  <Key extends keyof Form & string>(key: Key, name: string = key): BoundField<Form[Key]> => ({
    name,
    value: form[key],
    failure,
    onChange: value => change({ [key]: value } as unknown as Partial<Form>),
  })
