/** Where the product is in one file, for the processes of a test run. */
export const BUNDLE_VARIABLE = 'MILLRACE_TEST_BUNDLE'
