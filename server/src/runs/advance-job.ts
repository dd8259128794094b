/**
 * "Take this run further", for the state it had when the job was made. The sequence is what makes a job harmless
 * when it is delivered twice: a run that went on meanwhile has a higher one.
 */
export interface AdvanceJob {
  readonly organisation_id: string
  readonly run_id: string
  readonly sequence: number
}
