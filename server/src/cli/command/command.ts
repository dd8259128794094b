import type { Command as Program } from 'commander'
import type { Config } from '#config/config.ts'
import type { Env } from '#config/env.ts'
import type { ExitCode } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { VariableName } from './environment.ts'

/** An option of a command. `clientId` is `--client-id` on the command line. */
export interface Option {
  readonly about: string
  /** What stands for the value in the help, as NAME. Without it, the option is a switch. */
  readonly value?: string
  /** It may be given several times. */
  readonly multiple?: true
  readonly required?: true
  /** The only values that it takes. */
  readonly choices?: readonly string[]
  /** The value where the option is not given, as a person would type it. */
  readonly usual?: string
  /** Reads the value, or throws an InvalidArgumentError that says what to give instead. */
  readonly parse?: (text: string) => unknown
}
export type Options = Readonly<Record<string, Option>>

type Single<O extends Option> = O extends { parse: (text: string) => infer T }
  ? T
  : O extends { choices: readonly (infer C)[] }
    ? C
    : string
type Value<O extends Option> = O extends { value: string }
  ? O extends { multiple: true }
    ? Single<O>[]
    : Single<O>
  : true

type AlwaysThere<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true } | { usual: string } ? Name : never
}[keyof O]

export type Values<O extends Options> = { readonly [Name in AlwaysThere<O>]: Value<O[Name]> } & {
  readonly [Name in Exclude<keyof O, AlwaysThere<O>>]?: Value<O[Name]>
}

export interface Invocation<O extends Options> {
  readonly values: Values<O>
  /** The command's argument; empty where it takes none. */
  readonly argument: string
  readonly json: boolean
}

export interface Context {
  readonly config: Config
  readonly env: Env
  readonly terminal: Terminal
  /** All commands with all of their options. */
  describeProgram(): Promise<Program>
}

/** One thing that `millrace` can do. Its file exports it; its name and its summary are in commands.ts. */
export interface Command<O extends Options = Options> {
  /** What the summary leaves open. Wrapped by the help. */
  readonly about: string
  readonly examples: readonly string[]
  readonly argument?: { readonly name: string; readonly about: string; readonly choices?: readonly string[] }
  readonly options: O
  readonly environment: readonly VariableName[]
  run(invocation: Invocation<O>, context: Context): Promise<ExitCode>
}

/** Keeps the types of the options for `run`; the program knows them only as it parses them. */
export const command = <const O extends Options>(definition: Command<O>) => definition as unknown as Command
